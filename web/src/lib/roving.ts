// A long list is one stop for the Tab key; arrow keys, Home and End walk its buttons.

export function roving(list: HTMLElement): () => void {
  const buttons = () => [...list.querySelectorAll<HTMLElement>("li > button")];
  function settle(current?: HTMLElement) {
    const all = buttons();
    const kept = current ?? all.find((one) => one === document.activeElement) ?? all.at(-1);
    for (const one of all) one.tabIndex = one === kept ? 0 : -1;
  }
  function walk(event: KeyboardEvent) {
    const all = buttons();
    const at = all.indexOf(event.target as HTMLElement);
    if (at < 0) return;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    const next = to === undefined ? undefined : all[to];
    if (!next) return;
    event.preventDefault();
    settle(next);
    next.focus();
  }
  const seen = new MutationObserver(() => settle());
  seen.observe(list, { childList: true, subtree: true });
  list.addEventListener("keydown", walk);
  settle();
  return () => {
    seen.disconnect();
    list.removeEventListener("keydown", walk);
  };
}

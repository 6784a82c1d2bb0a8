// The table as it changes: a WebSocket, and asking again by HTTP while there is none.
import * as api from "./api";
import type { ChatLine, Table } from "./types";

export interface Ears {
  table(table: Table): void;
  chat(line: ChatLine): void;
  live(open: boolean): void;
}

export function follow(id: string, token: string, since: () => number, ears: Ears): () => void {
  let over = false;
  let socket: WebSocket | null = null;
  let wait = 500;
  let timer = 0;
  let poll = 0;

  function open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/ws/${encodeURIComponent(id)}`);
    socket.onopen = () => {
      socket?.send(JSON.stringify({ token, since: since() }));
      wait = 500;
      clearInterval(poll);
      poll = 0;
      ears.live(true);
    };
    socket.onmessage = (event) => {
      const said = JSON.parse(String(event.data)) as { type: string };
      if (said.type === "table") ears.table(said as unknown as Table);
      if (said.type === "chat") ears.chat(said as unknown as ChatLine);
    };
    socket.onclose = () => {
      if (over) return;
      ears.live(false);
      poll ||= window.setInterval(() => void ask(), 3000);
      timer = window.setTimeout(open, wait);
      wait = Math.min(wait * 2, 15000);
    };
  }

  async function ask() {
    try {
      const now = await api.table(id, token);
      if (!over) ears.table(now);
    } catch {
      // The next try tells.
    }
  }

  open();
  return () => {
    over = true;
    clearTimeout(timer);
    clearInterval(poll);
    socket?.close();
  };
}

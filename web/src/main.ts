import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { startTheme } from "./lib/mine";

startTheme();
mount(App, { target: document.getElementById("app") as HTMLElement });

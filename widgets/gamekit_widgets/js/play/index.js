/** A page of the site where one game is played. */
import { PlayPage } from "./page.js";

new PlayPage(/** @type {HTMLElement} */ (document.getElementById("play")));
navigator.serviceWorker?.register(new URL("service.js", import.meta.url));

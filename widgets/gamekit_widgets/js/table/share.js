/**
 * Sharing: Python makes a link to what the board shows, and the browser copies it.
 */

/** @import { Answer } from "../connection.js" */

/**
 * Copy a link, or show it for copying where the browser does not let a page do that.
 * @param {Answer} answer
 */
export function share({ copy }) {
  if (!copy) return;
  const show = () => prompt("Copy this link:", copy);
  if (navigator.clipboard) navigator.clipboard.writeText(copy).catch(show);
  else show();
}

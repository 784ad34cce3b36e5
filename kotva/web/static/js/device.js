// Signing in by a code. A QR code carries it behind the #, where no server and no log sees it: it is filled in and looked up here.

const form = document.getElementById("device");
const field = document.getElementById("code");
const code = decodeURIComponent(location.hash.slice(1));

if (form instanceof HTMLFormElement && field instanceof HTMLInputElement && code) {
  field.value = code;
  history.replaceState(null, "", location.pathname); // a page that is reloaded, or a history that is read, has no code in it
  form.requestSubmit();
}
document.documentElement.dataset.ready = "true";

export {};

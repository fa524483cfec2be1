// Keeps the live parts of a page up to date. After an event, it fetches the page again and replaces the parts that differ. Without
// it, or if it fails, the page stays as it was when it was opened.

/** Between two requests. */
const MIN_PAUSE_MS = 2_000;
/** Some effects of an event take a moment: sending a message, attempting a delivery. */
const LATER_MS = [2_000, 10_000];
/** Not every change is an event. */
const ANYWAY_MS = 30_000;

/** @returns {HTMLElement[]} */
const liveParts = () =>
  [...document.querySelectorAll('[data-live]')].filter((part) => part instanceof HTMLElement);

/** What the server sent last, by the id of the part. */
const known = new Map(liveParts().map((part) => [part.id, contentOf(part)]));
const types = [...new Set(liveParts().flatMap((part) => part.dataset.live?.split(' ') ?? []))]
  .filter(Boolean)
  .join(' ');

const status = document.createElement('p');
status.className = 'hidden';
status.setAttribute('role', 'status');
document.body.append(status);

/** @type {EventSource | undefined} */
let stream;
/** @type {Map<string, number>} */
const timers = new Map();
let askedAt = performance.now();
let isAsking = false;
/** True once the reader is signed out or the page is gone. */
let isOver = false;

document.addEventListener('visibilitychange', begin);
addEventListener('pageshow', begin);
addEventListener('pagehide', pause);
begin();

/** Only a visible page keeps a connection: browsers allow few of them per site. */
function begin() {
  if (document.hidden || isOver) return pause();
  if (!stream || stream.readyState === EventSource.CLOSED) {
    stream = new EventSource(`/console/events?${new URLSearchParams({ types })}`);
    // Catches up with what happened before the stream began.
    stream.addEventListener('open', refresh);
    stream.addEventListener('message', () => {
      refresh();
      for (const ms of LATER_MS) wait(`after ${ms}`, ms, refresh);
    });
  }
  wait('anyway', ANYWAY_MS, () => {
    refresh();
    begin();
  });
}

function pause() {
  stream?.close();
  stream = undefined;
  for (const timer of timers.values()) clearTimeout(timer);
  timers.clear();
}

/**
 * A second wait with the same name replaces the first.
 * @param {string} name
 * @param {number} ms
 * @param {() => unknown} action
 */
function wait(name, ms, action) {
  clearTimeout(timers.get(name));
  timers.set(name, setTimeout(action, ms));
}

async function refresh() {
  if (isOver || document.hidden) return;
  const early = askedAt + MIN_PAUSE_MS - performance.now();
  if (isAsking || early > 0) return wait('soon', isAsking ? MIN_PAUSE_MS : early, refresh);
  isAsking = true;
  askedAt = performance.now();
  for (const part of liveParts()) part.setAttribute('aria-busy', 'true');
  try {
    // A redirect would lead to the sign-in page.
    const response = await fetch(location.href, { redirect: 'manual' });
    if (response.ok) show(new DOMParser().parseFromString(await response.text(), 'text/html'));
    else if (response.type === 'opaqueredirect' || [401, 403, 404].includes(response.status)) end();
  } catch {
    // No network: the next attempt may work.
  } finally {
    isAsking = false;
    for (const part of liveParts()) part.removeAttribute('aria-busy');
  }
}

function end() {
  isOver = true;
  pause();
}

/** @param {Document} page */
function show(page) {
  const changed = [];
  for (const part of liveParts()) {
    const fresh = page.getElementById(part.id);
    if (!fresh || isInUse(part)) continue;
    const content = contentOf(fresh);
    if (content === known.get(part.id)) continue;
    known.set(part.id, content);
    replace(part, fresh);
    if (!fresh.closest('nav'))
      changed.push((fresh.querySelector('h2') ?? document.querySelector('h1'))?.textContent ?? '');
  }
  if (changed.length > 0) status.textContent = `Updated: ${changed.join(', ')}`;
}

/**
 * The visible content, without form tokens, which differ each time.
 * @param {HTMLElement} part
 */
function contentOf(part) {
  const copy = /** @type {HTMLElement} */ (part.cloneNode(true));
  for (const token of copy.querySelectorAll('input[name="form"]')) token.remove();
  return copy.innerHTML;
}

/**
 * True if somebody is typing in it or has selected something in it.
 * @param {HTMLElement} part
 */
function isInUse(part) {
  const selection = getSelection();
  if (selection && !selection.isCollapsed && selection.containsNode(part, true)) return true;
  return [...part.querySelectorAll('input, select, textarea')].some(
    (field) => field === document.activeElement || isChanged(field),
  );
}

/** @param {Element} field */
function isChanged(field) {
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (field instanceof HTMLSelectElement) {
    const chosen = [...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0];
    return chosen !== undefined && !chosen.selected;
  }
  if (!(field instanceof HTMLInputElement) || field.type === 'hidden') return false;
  return field.value !== field.defaultValue || field.checked !== field.defaultChecked;
}

/**
 * Keeps open what is open, and keeps the focus.
 * @param {HTMLElement} part
 * @param {HTMLElement} fresh
 */
function replace(part, fresh) {
  const open = new Set([...part.querySelectorAll('details[open]')].map(nameOf));
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  for (const details of fresh.querySelectorAll('details')) {
    if (open.has(nameOf(details))) details.open = true;
  }
  part.replaceWith(fresh);
  if (!focused) return;
  const same = [...fresh.querySelectorAll('a, button, summary')].find(
    (other) => nameOf(other) === nameOf(focused),
  );
  const next = same instanceof HTMLElement ? same : fresh;
  if (next === fresh) fresh.tabIndex = -1;
  next.focus({ preventScroll: true });
}

/**
 * Identifies an element across versions of the page, by its link and its text.
 * @param {Element} element
 */
function nameOf(element) {
  const named = element instanceof HTMLDetailsElement ? element.querySelector('summary') : element;
  const form = element.closest('form')?.getAttribute('action') ?? '';
  return [element.id, element.tagName, element.getAttribute('href'), form, named?.textContent].join(' ');
}

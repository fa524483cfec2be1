// Keys of the console: Ctrl+K or ⌘K to jump somewhere, ? for what keys there are, g and a letter for a part of the navigation. Everything
// they do can be done by links, too.

/** How long the second of two keys may take. */
const SECOND_KEY_MS = 1_500;
/** Asks once somebody pauses in typing. */
const PAUSE_MS = 150;
/** Somebody who speaks to their machine, or presses keys by accident, can turn single keys off. */
const OFF = 'rota-keys-off';

const isMac = navigator.platform.startsWith('Mac');
const modifier = isMac ? '⌘' : 'Ctrl+';
/** @type {HTMLAnchorElement[]} */
const parts = [...document.querySelectorAll('a[data-key]')].filter(
  (link) => link instanceof HTMLAnchorElement,
);
const find = document.querySelector('a.find');
/** When `g` was pressed. */
let wentAt = -Infinity;

if (find) find.querySelector('kbd')?.replaceChildren(`${modifier}K`);
find?.addEventListener('click', (event) => {
  if (!(event instanceof MouseEvent) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  jump();
});
document.addEventListener('keydown', (event) => {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (key.toLowerCase() === 'k' && (isMac ? metaKey : ctrlKey) && !altKey && !event.shiftKey) {
    event.preventDefault();
    if (!document.querySelector('dialog[open]')) jump();
    return;
  }
  if (ctrlKey || metaKey || altKey || event.repeat || isTyping(event.target)) return;
  if (document.querySelector('dialog[open], :popover-open') || keysAreOff()) return;
  if (key === '?') {
    event.preventDefault();
    explain();
  } else if (key === '/') {
    event.preventDefault();
    jump();
  } else if (key === 'g') {
    wentAt = event.timeStamp;
  } else if (event.timeStamp - wentAt < SECOND_KEY_MS) {
    wentAt = -Infinity;
    parts.find(({ dataset }) => dataset.key === key)?.click();
  }
});

/** @param {EventTarget | null} target */
function isTyping(target) {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  );
}

function keysAreOff() {
  try {
    return localStorage.getItem(OFF) !== null;
  } catch {
    return false;
  }
}

/**
 * An element with these properties and children.
 * @param {string} name
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} children
 */
function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}

/**
 * Shows a dialog until it is closed.
 * @param {string} name
 * @param {string} label
 * @param {...Node} children
 */
function open(name, label, ...children) {
  const dialog = /** @type {HTMLDialogElement} */ (
    element('dialog', { class: `overlay ${name}`, 'aria-label': label }, ...children)
  );
  dialog.addEventListener('close', () => dialog.remove());
  // A click beside it.
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

function explain() {
  const rows = [
    [`${modifier}K or /`, 'Jump to a request, meeting type, member, team or page'],
    ...parts.map((link) => [`g ${link.dataset.key}`, link.querySelector('span')?.textContent ?? '']),
    ['?', 'Show this list'],
    ['Esc', 'Close what is open'],
  ];
  const list = element('dl', { class: 'keys' });
  for (const [keys = '', what = ''] of rows) {
    list.append(element('div', {}, element('dt', {}, element('kbd', {}, keys)), element('dd', {}, what)));
  }
  const box = /** @type {HTMLInputElement} */ (element('input', { type: 'checkbox', id: 'keys-off' }));
  box.addEventListener('change', () => {
    if (box.checked) localStorage.setItem(OFF, 'true');
    else localStorage.removeItem(OFF);
  });
  const close = element('button', { class: 'button quiet', type: 'button' }, 'Close');
  const dialog = open(
    'shortcuts',
    'Keyboard shortcuts',
    element('h2', {}, 'Keyboard shortcuts'),
    list,
    element(
      'label',
      { class: 'choice', for: 'keys-off' },
      box,
      element('span', {}, 'Turn off shortcuts of a single key'),
    ),
    close,
  );
  close.addEventListener('click', () => dialog.close());
}

function jump() {
  const field = /** @type {HTMLInputElement} */ (
    element('input', {
      type: 'search',
      name: 'q',
      'aria-label': 'Jump to a request, meeting type, member, team or page',
      placeholder: 'Jump to a request, meeting type, member, team or page',
      autocomplete: 'off',
      maxlength: '200',
    })
  );
  const form = element('form', { method: 'get', action: '/console/search', role: 'search' }, field);
  const results = element('div', { class: 'results' });
  const status = element('p', { class: 'hidden', role: 'status' });
  const dialog = open('jump', 'Jump', form, results, status);
  const links = () => [...results.querySelectorAll('a')];
  /** @type {AbortController | undefined} */
  let asking;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let shown = '';
  field.focus();

  field.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE_MS);
  });
  // Enter opens the first result, once it is there for what was typed.
  form.addEventListener('submit', (event) => {
    const [first] = links();
    if (!first || shown !== field.value.trim()) return;
    event.preventDefault();
    first.click();
  });
  dialog.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    /** @type {HTMLElement[]} */
    const stops = [field, ...links()];
    const place = stops.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const next = place + (event.key === 'ArrowDown' ? 1 : -1);
    stops[(next + stops.length) % stops.length]?.focus();
  });
  dialog.addEventListener('close', () => {
    clearTimeout(timer);
    asking?.abort();
  });

  async function ask() {
    const text = field.value.trim();
    asking?.abort();
    asking = new AbortController();
    if (text === '') return show('', []);
    try {
      const response = await fetch(`/console/search?${new URLSearchParams({ q: text })}`, {
        redirect: 'manual',
        signal: asking.signal,
      });
      if (!response.ok) return;
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      show(text, [...(page.getElementById('results')?.childNodes ?? [])]);
    } catch {
      // Typing went on, or there is no network: Enter still leads to the page of the search.
    }
  }

  /**
   * @param {string} text
   * @param {Node[]} nodes
   */
  function show(text, nodes) {
    shown = text;
    results.replaceChildren(...nodes);
    const count = links().length;
    status.textContent = text === '' ? '' : count === 1 ? '1 result' : `${count} results`;
  }
}

// For the websites of others: shows booking pages inside them, in place of links marked with `data-rota` (docs/use/embedding.md). Where it
// can't, the link is still a link. It sets styles by properties of its own elements, which a strict policy for styles allows. Served without
// these comments (src/html/browser-files.ts).
(() => {
  const site = /** @type {any} */ (window);
  if (site.rota?.embed) return;

  const close = { de: 'Schließen', es: 'Cerrar', fr: 'Fermer' };
  /** Of the bar with the button, and around the dialog. */
  const [bar, margin] = ['44px', '2rem'];

  /**
   * A frame with the page of a link. `told` gets what the page says of itself.
   * @param {HTMLAnchorElement} link
   * @param {(type: string, height: number) => void} told
   */
  const frameFor = (link, told) => {
    const url = new URL(link.href);
    url.searchParams.set('embed', location.origin);
    const frame = document.createElement('iframe');
    let steps = 0;
    Object.assign(frame.style, { border: 0, display: 'block', width: '100%', height: 0 });
    frame.title = link.getAttribute('aria-label') || link.textContent?.trim() || link.title || url.hostname;
    frame.src = url.href;
    addEventListener('message', ({ source, origin, data }) => {
      if (origin !== url.origin || source !== frame.contentWindow || !data) return;
      const { type, height, top, ...booking } = data;
      told(type, height);
      if (type === 'rota:booked') {
        frame.dispatchEvent(new CustomEvent(type, { bubbles: true, detail: booking }));
      }
      if (type === 'rota:step' && steps++) {
        const start = frame.getBoundingClientRect().top + top;
        if (start < 0 || start > innerHeight) frame.scrollIntoView();
      }
    });
    return frame;
  };

  /** @param {HTMLAnchorElement} link */
  const inline = (link) => {
    const frame = frameFor(link, (type, height) => {
      if (type !== 'rota:height') return;
      frame.style.height = `${height}px`;
      // Until the page has answered, there is the link.
      if (document.activeElement === link) frame.focus();
      link.remove();
    });
    link.after(frame);
  };

  /** @param {HTMLAnchorElement} link */
  const dialogFor = (link) => {
    const dialog = document.createElement('dialog');
    const button = document.createElement('button');
    const { style } = document.documentElement;
    const { overflow } = style;
    const isSmall = matchMedia('(max-width: 40rem)').matches;
    let isBooked = false;
    const frame = frameFor(link, (type, height) => {
      if (type === 'rota:height' && !isSmall) frame.style.height = `${height}px`;
      if (type === 'rota:booked') isBooked = true;
      if (type === 'rota:close') dialog.close();
    });
    Object.assign(frame.style, {
      height: isSmall ? '100dvh' : '30rem',
      maxHeight: `calc(100dvh - ${bar} - ${isSmall ? '0px' : margin})`,
    });
    Object.assign(dialog.style, {
      background: '#f7f6f3',
      border: 0,
      borderRadius: isSmall ? 0 : '10px',
      boxShadow: '0 0 0 100vmax rgb(0 0 0 / 50%)',
      color: '#1c1b19',
      margin: 'auto',
      maxHeight: '100%',
      maxWidth: isSmall ? '100%' : `calc(100% - ${margin})`,
      overflow: 'hidden',
      padding: 0,
      width: isSmall ? '100%' : '66rem',
    });
    Object.assign(button.style, {
      background: 'none',
      border: 0,
      color: 'inherit',
      cursor: 'pointer',
      display: 'block',
      font: '24px/1 sans-serif',
      height: bar,
      margin: '0 0 0 auto',
      padding: 0,
      width: bar,
    });
    button.type = 'button';
    button.textContent = '×';
    const { lang } = document.documentElement;
    button.setAttribute('aria-label', /** @type {any} */ (close)[lang.slice(0, 2)] || 'Close');
    button.onclick = () => dialog.close();
    dialog.setAttribute('aria-label', frame.title);
    dialog.append(button, frame);
    dialog.onclose = () => {
      style.overflow = overflow;
      // Opened again, it begins again.
      if (isBooked) dialog.remove();
    };
    document.body.append(dialog);
    return dialog;
  };

  /** @param {HTMLAnchorElement} link */
  const popup = (link) => {
    /** @type {HTMLDialogElement | undefined} */
    let dialog;
    link.setAttribute('aria-haspopup', 'dialog');
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || !site.HTMLDialogElement) return;
      event.preventDefault();
      if (!dialog?.isConnected) dialog = dialogFor(link);
      dialog.showModal();
      document.documentElement.style.overflow = 'hidden';
    });
  };

  const seen = new WeakSet();
  /** For links that are added later. */
  const embed = () => {
    for (const link of document.querySelectorAll('a[data-rota]')) {
      if (!(link instanceof HTMLAnchorElement) || !/^http/.test(link.protocol) || seen.has(link)) continue;
      seen.add(link);
      (link.dataset.rota === 'popup' ? popup : inline)(link);
    }
  };

  site.rota = { embed };
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', embed);
  else embed();
})();

/** Excludes other hosts, however they are written: browsers read `//host` and `/\host` as one. */
const OWN_PATH = /^\/(?![/\\])[!-~]*$/;

/** Where a form leads: the browser fetches this page next, so that a reload or the back button sends nothing twice. */
export class SeeOther {
  readonly url: string;
  /** Values of `Set-Cookie`. */
  readonly cookies: string[];

  /** A path of this service. */
  constructor(url: string, cookies: string[] = []) {
    if (!OWN_PATH.test(url)) throw new Error('A form can lead to a path of this service only');
    this.url = url;
    this.cookies = cookies;
  }
}

/** Where somebody goes on who came back from another service: an address that a program of the workspace has given. */
export class LeadsAway {
  readonly url: string;

  /** An address that was checked when it was given. */
  constructor(url: string) {
    this.url = url;
  }
}

/** Where a page is now that was asked for at a former address. */
export class Moved {
  readonly url: string;

  /** A path of this service. */
  constructor(url: string) {
    if (!OWN_PATH.test(url)) throw new Error('A page can be at a path of this service only');
    this.url = url;
  }
}

type Status = 200 | 403 | 404 | 410 | 422 | 503;

/**
 * A page as the response to a form. 422: the form again, with its values and what is wrong with them; nothing was
 * changed. 200: something that can only be shown now, or that comes with a cookie. 403, 404 and 410: what to do instead of
 * following a link that doesn't work. 503: it may work later.
 */
export class FormPage {
  readonly status: Status;
  readonly page: string;
  /** Values of `Set-Cookie`. */
  readonly cookies: string[];
  readonly contentType = 'text/html; charset=utf-8';

  constructor(status: Status, page: string, cookies: string[] = []) {
    this.status = status;
    this.page = page;
    this.cookies = cookies;
  }
}

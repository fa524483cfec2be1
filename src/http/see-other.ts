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

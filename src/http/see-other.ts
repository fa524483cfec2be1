/** What a form leads to: the browser fetches this page, and a reload or the back button sends nothing twice. */
export class SeeOther {
  readonly url: string;

  /** A path of this service. */
  constructor(url: string) {
    this.url = url;
  }
}

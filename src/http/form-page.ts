type Status = 200 | 404 | 410 | 422;

/**
 * A page as the response to a form. 422: the form again, with what was typed and what is wrong with it; nothing was changed.
 * 200: what can be shown only now, or with a cookie. 404 and 410: what can be done instead, where a link does not work.
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

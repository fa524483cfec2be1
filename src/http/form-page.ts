/**
 * A page as the response to a form. 422: the form again, with what was typed and what is wrong with it; nothing was changed.
 * 200: what can be shown only now.
 */
export class FormPage {
  readonly status: 200 | 422;
  readonly page: string;
  readonly contentType = 'text/html; charset=utf-8';

  constructor(status: 200 | 422, page: string) {
    this.status = status;
    this.page = page;
  }
}

/** The page of a form again, with what was typed and what is wrong with it, or what can be done instead. Nothing was changed. */
export class RefusedForm {
  readonly page: string;
  readonly status: number;
  readonly contentType = 'text/html; charset=utf-8';

  constructor(page: string, status = 422) {
    this.page = page;
    this.status = status;
  }
}

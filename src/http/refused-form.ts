/** The page of a form again, with what was typed and what is wrong with it. Nothing was changed. */
export class RefusedForm {
  readonly page: string;
  readonly contentType = 'text/html; charset=utf-8';

  constructor(page: string) {
    this.page = page;
  }
}

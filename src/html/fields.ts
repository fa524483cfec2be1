// Forms, from the browser's own controls. What a component is given as `name` is the name of the field that is sent.
import { type Content, type Html, html } from './html.ts';

export interface Form {
  action: string;
  /** Proves that this service has made the form (src/form-tokens.ts). */
  token: string;
  content: Content;
}

export function form({ action, token, content }: Form): Html {
  return html`<form method="post" action="${action}" accept-charset="utf-8">${hidden('form', token)}
${content}
</form>`;
}

export const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`;

/** A quiet one is for what few do; danger, for what can't be undone. */
export type ButtonKind = 'main' | 'quiet' | 'danger';

export interface Button {
  label: Content;
  kind?: ButtonKind;
  /** Sent if this is the button that was pressed. */
  name?: string;
  value?: string;
}

export function button({ label, kind = 'main', name, value }: Button): Html {
  const sent = name && html` name="${name}" value="${value ?? ''}"`;
  return html`<button class="button ${kind}"${sent}>${label}</button>`;
}

export interface Field {
  name: string;
  /** Set where two fields of a page have the same name. */
  id?: string;
  label: string;
  value?: string | undefined;
  hint?: string | undefined;
  /** What is wrong with the value that was sent. */
  problem?: string | undefined;
  required?: boolean;
  maxLength?: number;
}

export interface TextField extends Field {
  type?: 'text' | 'email';
  /** So that browsers can fill it in: `name`, `email`. */
  autocomplete?: string;
}

export function textField(field: TextField): Html {
  const { type = 'text', autocomplete, value } = field;
  return labelled(
    field,
    html`<input type="${type}"${attributes(field)}${autocomplete && html` autocomplete="${autocomplete}"`}${value && html` value="${value}"`}>`,
  );
}

export function textArea(field: Field & { rows?: number }): Html {
  // The parser drops a line break that stands first.
  return labelled(
    field,
    html`<textarea rows="${field.rows ?? 3}"${attributes(field)}>
${field.value}</textarea>`,
  );
}

export interface SelectField extends Field {
  options: Content;
}

/** Options are made with `option` and `optionGroup`. */
export function select(field: SelectField): Html {
  return labelled(field, html`<select${attributes(field)}>${field.options}</select>`);
}

export const option = (value: string, label: string, selected = false): Html =>
  html`<option value="${value}"${selected && html` selected`}>${label}</option>`;

export const optionGroup = (label: string, options: Content): Html =>
  html`<optgroup label="${label}">${options}</optgroup>`;

export interface CheckboxGroup {
  /** `days[]` is sent as a list. */
  name: string;
  legend: Content;
  options: { value: string; label: Content; checked?: boolean }[];
}

export function checkboxGroup({ name, legend, options }: CheckboxGroup): Html {
  const boxes = options.map(
    ({ value, label, checked }) =>
      html`<label><input type="checkbox" name="${name}" value="${value}"${checked && html` checked`}> ${label}</label>`,
  );
  return html`<fieldset class="chips"><legend>${legend}</legend>${boxes}</fieldset>`;
}

/** People never see it and leave it empty; robots fill it in. */
export function trap(name: string, label: string): Html {
  return html`<div class="trap" aria-hidden="true"><label>${label} <input name="${name}" tabindex="-1" autocomplete="off"></label></div>`;
}

function labelled({ name, id = name, label, hint, problem }: Field, control: Html): Html {
  return html`<div class="field${problem && ' wrong'}"><label for="${id}">${label}</label>
${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}
${problem && html`<p class="problem" id="${id}-problem">${problem}</p>`}
${control}</div>`;
}

function attributes({ name, id = name, hint, problem, required, maxLength }: Field): Html {
  const describedBy = [problem && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return html` id="${id}" name="${name}"${required && html` required`}${maxLength && html` maxlength="${maxLength}"`}${problem && html` aria-invalid="true"`}${describedBy && html` aria-describedby="${describedBy}"`}`;
}

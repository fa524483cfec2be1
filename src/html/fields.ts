// Forms made of native controls. `name` is the name of the field as it is sent.
import { type Content, type Html, html } from './html.ts';
import type { Parameters } from './urls.ts';

interface Form {
  action: string;
  /** True if it has a file. */
  hasFile?: boolean;
  /** More attributes. */
  more?: Html;
  /** Proves that this service made the form (src/tokens/form-tokens.ts). */
  token: string;
  content: Content;
}

export function form({ action, token, content, hasFile, more }: Form): Html {
  return html`<form method="post" action="${action}" accept-charset="utf-8"${hasFile && html` enctype="multipart/form-data"`}${more}>${hidden('form', token)}
${content}
</form>`;
}

export const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`;

/** Parameters that a form sends on as they are. */
export const hiddenFields = (parameters: Parameters): Content =>
  Object.entries(parameters).map(
    ([name, value]) => value !== undefined && [value].flat().map((each) => hidden(name, each)),
  );

/** `quiet` for rare actions; `danger` for those that can't be undone. */
type ButtonKind = 'main' | 'quiet' | 'danger';

interface Button {
  label: Content;
  kind?: ButtonKind;
  /** Sent only if this button was pressed. */
  name?: string;
  value?: string;
  /** Overrides the form's action. */
  action?: string;
}

export function button({ label, kind = 'main', name, value, action }: Button): Html {
  const sent = name && html` name="${name}" value="${value ?? ''}"`;
  return html`<button class="button ${kind}"${sent}${action && html` formaction="${action}"`}>${label}</button>`;
}

export interface Field {
  name: string;
  /** Needed if two fields on a page have the same name. */
  id?: string;
  label: string;
  value?: string | undefined;
  hint?: string | undefined;
  /** What is wrong with the value that was sent. */
  problem?: string | undefined;
  required?: boolean;
  maxLength?: number;
}

interface TextField extends Field {
  type?: 'text' | 'email' | 'tel' | 'url' | 'search' | 'password';
  /** Lets browsers fill in the field: `name`, `email`. */
  autocomplete?: string;
  /** Shown while typing. Other values are allowed, too. */
  suggestions?: readonly string[];
  /** What the page is for begins here. */
  autofocus?: boolean;
}

export function textField({
  type = 'text',
  autocomplete,
  suggestions = [],
  autofocus,
  ...field
}: TextField): Html {
  const listId = suggestions.length > 0 && `${field.id ?? field.name}-list`;
  const more = html`${autocomplete && html` autocomplete="${autocomplete}"`}${listId && html` list="${listId}"`}${autofocus && html` autofocus`}`;
  const list =
    listId &&
    html`<datalist id="${listId}">${suggestions.map((text) => html`<option value="${text}">`)}</datalist>`;
  return html`${input(type, field, more)}${list}`;
}

export interface NumberField extends Field {
  min?: number;
  max?: number;
  /** `any` for fractions; whole numbers otherwise. */
  step?: number | 'any';
}

export const numberField = ({ min, max, step, ...field }: NumberField): Html =>
  input(
    'number',
    field,
    html`${min !== undefined && html` min="${min}"`}${max !== undefined && html` max="${max}"`}${step && html` step="${step}"`}`,
  );

/** `#1f5fd0`, chosen from a palette of the browser's. There is always one. */
export const colourField = (field: Field): Html => input('color', field);

/** `accept` has content types, which browsers offer. The form needs `hasFile`. */
export const fileField = ({ accept, ...field }: Field & { accept: readonly string[] }): Html =>
  input('file', field, html` accept="${accept.join(',')}"`);

/** `2026-11-17`. */
export const dateField = (field: Field): Html => input('date', field);
/** `09:30`. */
export const timeField = (field: Field): Html => input('time', field);
/** `2026-11-17T09:30`, without a zone: the label or the hint says which one is meant. */
export const dateTimeField = (field: Field): Html => input('datetime-local', field);

function input(type: string, field: Field, more?: Content): Html {
  const { value } = field;
  return labelled(
    field,
    html`<input type="${type}"${attributes(field)}${more}${value && html` value="${value}"`}>`,
  );
}

export function textArea(field: Field & { rows?: number }): Html {
  // The parser drops a leading line break.
  return labelled(
    field,
    html`<textarea rows="${field.rows ?? 3}"${attributes(field)}>
${field.value}</textarea>`,
  );
}

interface SelectField extends Field {
  options: Content;
  /** More attributes. */
  more?: Html;
}

/** Options are made with `option` and `optionGroup`. */
export function select(field: SelectField): Html {
  return labelled(field, html`<select${attributes(field)}${field.more}>${field.options}</select>`);
}

export const option = (value: string, label: string, selected = false): Html =>
  html`<option value="${value}"${selected && html` selected`}>${label}</option>`;

export const optionGroup = (label: string, options: Content): Html =>
  html`<optgroup label="${label}">${options}</optgroup>`;

interface CheckboxGroup {
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

interface Choice {
  value: string;
  label: Content;
  hint?: Content;
  checked?: boolean;
}

interface ChoiceGroup {
  /** `scopes[]` for several, which are sent as a list. */
  name: string;
  /** Needed if two groups on a page have the same name. */
  id?: string;
  legend: Content;
  options: Choice[];
  hint?: string | undefined;
  problem?: string | undefined;
  /** For one choice of a few. */
  required?: boolean;
}

/** One choice of a few, all visible. */
export const radioGroup = (group: ChoiceGroup): Html => choiceGroup('radio', group);

/** Any number of choices, each explained. Where labels suffice, `checkboxGroup` takes less room. */
export const checkboxList = (group: ChoiceGroup): Html => choiceGroup('checkbox', group);

function choiceGroup(
  type: 'radio' | 'checkbox',
  { name, id, legend, options, hint, problem, required }: ChoiceGroup,
): Html {
  const choices = options.map(
    ({ value, label, hint: about, checked }) =>
      html`<label class="choice"><input type="${type}" name="${name}" value="${value}"${checked && html` checked`}${required && html` required`}> <span>${label}${about && html` <span class="hint">${about}</span>`}</span></label>
`,
  );
  return html`<fieldset class="choices${problem && ' wrong'}"${describedBy({ name, id, hint, problem })}><legend>${legend}</legend>
${remarks({ name, id, hint, problem })}${choices}</fieldset>`;
}

interface Checkbox {
  name: string;
  id?: string;
  label: Content;
  checked?: boolean;
  hint?: string | undefined;
  problem?: string | undefined;
  /** Sent if checked; `true` by default. */
  value?: string;
  required?: boolean;
}

/** Yes or no. Browsers send nothing for an unchecked one. */
export function checkbox({
  name,
  id = name,
  label,
  checked,
  value = 'true',
  hint,
  problem,
  required,
}: Checkbox): Html {
  return html`<div class="checkbox${problem && ' wrong'}"><label class="choice"><input type="checkbox" id="${id}" name="${name}" value="${value}"${checked && html` checked`}${required && html` required`}${problem && html` aria-invalid="true"`}${describedBy({ name, id, hint, problem })}> <span>${label}</span></label>
${remarks({ name, id, hint, problem })}</div>`;
}

interface InlineForm {
  action: string;
  token: string;
  label: Content;
  kind?: ButtonKind;
  /** Hidden fields, sent with the button. */
  fields?: Record<string, string>;
}

/** A form of a single button, for table rows and groups of buttons. */
export function inlineForm({ action, token, label, kind = 'quiet', fields = {} }: InlineForm): Html {
  const given = Object.entries(fields).map(([name, value]) => hidden(name, value));
  return html`<form class="inline" method="post" action="${action}" accept-charset="utf-8">${hidden('form', token)}${given}${button({ label, kind })}</form>`;
}

/** A honeypot: people never see it and leave it empty; bots fill it in. */
export function trap(name: string, label: string): Html {
  return html`<div class="trap" aria-hidden="true"><label>${label} <input name="${name}" tabindex="-1" autocomplete="off"></label></div>`;
}

function labelled(field: Field, control: Html): Html {
  const { name, id = name, label, problem } = field;
  return html`<div class="field${problem && ' wrong'}"><label for="${id}">${label}</label>
${remarks(field)}${control}</div>`;
}

type Remarks = Pick<Field, 'name' | 'id' | 'hint' | 'problem'>;

function remarks({ name, id = name, hint, problem }: Remarks): Html {
  return html`${hint && html`<p class="hint" id="${id}-hint">${hint}</p>\n`}${problem && html`<p class="problem" id="${id}-problem">${problem}</p>\n`}`;
}

function describedBy({ name, id = name, hint, problem }: Remarks): Content {
  const ids = [problem && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return ids && html` aria-describedby="${ids}"`;
}

function attributes(field: Field): Html {
  const { name, id = name, problem, required, maxLength } = field;
  return html` id="${id}" name="${name}"${required && html` required`}${maxLength && html` maxlength="${maxLength}"`}${problem && html` aria-invalid="true"`}${describedBy(field)}`;
}

interface TimeSpans {
  /** `mon` is sent as two lists, `mon_start` and `mon_end`. */
  name: string;
  legend: string;
  /** Empty ones are there to be filled in. */
  spans: { start: string; end: string }[];
  problem?: string | undefined;
  /** Shown without any. */
  empty?: string;
  /** Beside each part, and after all of them: buttons. */
  beside?: (place: number) => Content;
  after?: Content;
}

/** Parts of a day, from and until. */
export function timeSpans({ name, legend, spans, problem, empty, beside, after }: TimeSpans): Html {
  const time = (end: 'start' | 'end', label: string, value: string) =>
    html`<input type="time" name="${name}_${end}[]" aria-label="${label}"${value && html` value="${value}"`}${problem && html` aria-invalid="true" aria-describedby="${name}-problem"`}>`;
  const rows = spans.map(({ start, end }, place) => {
    const which = place === 0 ? '' : ` (${place + 1})`;
    return html`<span class="time-span">${time('start', `${legend} from${which}`, start)} <span aria-hidden="true">–</span> ${time('end', `${legend} until${which}`, end)}${beside && html` ${beside(place)}`}</span>
`;
  });
  return html`<fieldset class="time-spans${after && ' rows'}${problem && ' wrong'}"><legend>${legend}</legend>
${problem && html`<p class="problem" id="${name}-problem">${problem}</p>`}
<div>${spans.length === 0 && empty ? html`<span class="none">${empty}</span>` : rows}</div>${after && html`<div class="signs">${after}</div>`}</fieldset>`;
}

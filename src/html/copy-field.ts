import { type Html, html } from './html.ts';

interface CopyField {
  id: string;
  label: string;
  value: string;
}

/** A value to copy. Without the script, there is no button, and the field can be selected. */
export const copyField = ({
  id,
  label,
  value,
}: CopyField): Html => html`<div class="copy-field"><label class="hidden" for="${id}">${label}</label>
<input id="${id}" type="text" value="${value}" readonly dir="ltr"><button type="button" class="button quiet" data-copy="${id}" hidden>Copy link</button></div>`;

/** The same for several lines, under a label that can be seen. */
export const copyArea = ({
  id,
  label,
  value,
}: CopyField): Html => html`<div class="field copy-area"><label for="${id}">${label}</label>
<textarea id="${id}" rows="4" readonly dir="ltr" spellcheck="false">
${value}</textarea><button type="button" class="button quiet" data-copy="${id}" hidden>Copy code</button></div>`;

// The forms of a page, with what a browser would send of each without any input.

export interface PageForm {
  action: string;
  method: string;
  /** Names that end in `[]` become lists, without the brackets. */
  fields: Record<string, string | string[]>;
  /** All values of each group of checkboxes or radio buttons. */
  choices: Record<string, string[]>;
}

/** One for each button, because a button may send the form elsewhere, or add a value. */
export function formsIn(page: string): PageForm[] {
  return [...page.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].flatMap(([, tag = '', content = '']) => {
    const { action = '', method = 'get' } = attributesOf(tag);
    const buttons = [...content.matchAll(/<button\b([^>]*)>/g)].map(([, button = '']) =>
      attributesOf(button),
    );
    return (buttons.length > 0 ? buttons : [{}]).map(({ name, value = '', formaction }) => ({
      action: formaction ?? action,
      method,
      fields: { ...fieldsIn(content), ...(name && { [name]: value }) },
      choices: choicesIn(content),
    }));
  });
}

function fieldsIn(content: string): PageForm['fields'] {
  const fields: PageForm['fields'] = {};
  const add = (given: string, value: string) => {
    const name = given.replace(/\[\]$/, '');
    if (name === given) fields[name] = value;
    else fields[name] = [...((fields[name] as string[] | undefined) ?? []), value];
  };
  for (const [, tag = ''] of content.matchAll(/<input\b([^>]*)>/g)) {
    const { name, type, value = '', ...others } = attributesOf(tag);
    const isChoice = type === 'checkbox' || type === 'radio';
    if (name && (!isChoice || 'checked' in others)) add(name, value || (isChoice ? 'on' : ''));
  }
  for (const [, tag = '', text = ''] of content.matchAll(/<textarea\b([^>]*)>\n?([\s\S]*?)<\/textarea>/g)) {
    const { name } = attributesOf(tag);
    if (name) add(name, unescaped(text));
  }
  for (const [, tag = '', choices = ''] of content.matchAll(/<select\b([^>]*)>([\s\S]*?)<\/select>/g)) {
    const { name } = attributesOf(tag);
    const options = [...choices.matchAll(/<option\b([^>]*)>/g)].map(([, each = '']) => attributesOf(each));
    const chosen = options.find((each) => 'selected' in each) ?? options[0];
    if (name && chosen) add(name, chosen.value ?? '');
  }
  return fields;
}

function choicesIn(content: string): PageForm['choices'] {
  const choices: PageForm['choices'] = {};
  for (const [, tag = ''] of content.matchAll(/<input\b([^>]*)>/g)) {
    const { name = '', type, value = '' } = attributesOf(tag);
    if (type !== 'checkbox' && type !== 'radio') continue;
    const group = name.replace(/\[\]$/, '');
    choices[group] = [...(choices[group] ?? []), value];
  }
  return choices;
}

function attributesOf(tag: string): Record<string, string | undefined> & { name?: string; value?: string } {
  const found = [...tag.matchAll(/([\w-]+)(?:="([^"]*)")?/g)];
  return Object.fromEntries(found.map(([, name = '', value = '']) => [name, unescaped(value)]));
}

const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const unescaped = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => characters[name] as string);

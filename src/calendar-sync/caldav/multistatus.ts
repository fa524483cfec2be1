// Parses multistatus, the XML that CalDAV servers respond with.
import { setImmediate } from 'node:timers/promises';
import { Unreadable } from './errors.ts';

/** Names from other namespaces are ignored. */
const NAMESPACES = ['DAV:', 'urn:ietf:params:xml:ns:caldav', 'http://calendarserver.org/ns/'];

/** How much is parsed in one turn of the event loop: a few milliseconds of work. */
const SLICE_BYTES = 16 * 1024;
const MAX_DEPTH = 30;
/** For one element, because the parser compares each attribute with the others. */
const MAX_ATTRIBUTES = 50;
/** Enough for 20,000 objects with twenty properties each. */
const MAX_ELEMENTS = 600_000;

interface Element {
  /** Without prefix. Empty if it is from another namespace. */
  name: string;
  /** The value of its attribute `name`. */
  nameAttribute: string | undefined;
  text: string;
  children: Element[];
}

export interface DavResponse {
  href: string;
  /** Undefined if each property has its own status. */
  status: number | undefined;
  /** The properties that the server has, by name. */
  properties: ReadonlyMap<string, Element>;
}

export interface Multistatus {
  responses: DavResponse[];
  syncToken: string | undefined;
}

/**
 * Parses in slices, so that a large response doesn't block the process. Refuses a document type, because it could define
 * entities.
 */
export async function readMultistatus(body: Uint8Array): Promise<Multistatus> {
  // Loaded with the first response: few installations have a CalDAV calendar.
  const { SaxesParser } = await import('saxes');
  const parser = new SaxesParser({ xmlns: true });
  const found: Multistatus = { responses: [], syncToken: undefined };
  const open: Element[] = [];
  let elements = 0;
  let attributes = 0;

  const refuse = (reason: string): never => {
    throw new Unreadable(`the response of the server can't be read: ${reason}`);
  };
  parser.on('error', () => refuse('it is not valid XML'));
  parser.on('doctype', () => refuse('it has a document type'));
  parser.on('opentagstart', () => {
    attributes = 0;
  });
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > MAX_ATTRIBUTES) refuse('an element has too many attributes');
  });
  parser.on('opentag', (tag) => {
    elements += 1;
    if (elements > MAX_ELEMENTS) refuse('it has too many elements');
    if (open.length >= MAX_DEPTH) refuse('its elements are nested too deeply');
    open.push({
      name: NAMESPACES.includes(tag.uri) ? tag.local : '',
      nameAttribute: tag.attributes.name?.value,
      text: '',
      children: [],
    });
  });
  const addText = (text: string) => {
    const inner = open.at(-1);
    if (inner) inner.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const element = open.pop() as Element;
    const parent = open.at(-1);
    if (!parent && element.name !== 'multistatus') refuse('it is not a multistatus');
    if (open.length > 1) parent?.children.push(element);
    else if (element.name === 'response') found.responses.push(responseOf(element));
    else if (element.name === 'sync-token') found.syncToken = element.text.trim();
  });

  const decoder = new TextDecoder();
  for (let start = 0; start < body.length; start += SLICE_BYTES) {
    parser.write(decoder.decode(body.subarray(start, start + SLICE_BYTES), { stream: true }));
    await setImmediate();
  }
  parser.close();
  return found;
}

export function childOf(element: Element | undefined, name: string): Element | undefined {
  return element?.children.find((child) => child.name === name);
}

export function childrenOf(element: Element | undefined, name: string): Element[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

function responseOf(element: Element): DavResponse {
  const properties = new Map<string, Element>();
  for (const part of childrenOf(element, 'propstat')) {
    const status = statusOf(childOf(part, 'status'));
    if (status !== undefined && (status < 200 || status > 299)) continue;
    for (const property of childOf(part, 'prop')?.children ?? []) properties.set(property.name, property);
  }
  return {
    href: childOf(element, 'href')?.text.trim() ?? '',
    status: statusOf(childOf(element, 'status')),
    properties,
  };
}

/** `HTTP/1.1 404 Not Found` */
function statusOf(element: Element | undefined): number | undefined {
  const code = /^HTTP\/\S+ (\d{3})\b/.exec(element?.text.trim() ?? '')?.[1];
  return code === undefined ? undefined : Number(code);
}

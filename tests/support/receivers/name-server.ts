// A DNS server in the test's own process: it knows some names, says of others that they don't exist, and is silent about the rest.
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIP } from 'node:net';

const TYPES: Record<number, 4 | 6> = { 1: 4, 28: 6 };
const KINDS = { 5: 'CNAME', 12: 'PTR', 15: 'MX', 16: 'TXT' } as const;
const NAME_ERROR = 3;

/** Addresses; `unknown`: there is no such name; `failing`: the server responds with SERVFAIL. */
export type Meaning = string[] | 'unknown' | 'failing';

/** Records other than addresses. An `MX` has the form `10 mail.example.com`. */
export interface OtherRecords {
  CNAME?: string[];
  MX?: string[];
  PTR?: string[];
  TXT?: string[];
}

interface Question {
  id: number;
  name: string;
  type: number;
  /** The question's bytes, to repeat in the answer. */
  bytes: Buffer;
}

export class NameServer implements AsyncDisposable {
  /** All other names are unknown, except those with this ending, which get no answer at all. */
  readonly meanings = new Map<string, Meaning>();
  static readonly SILENT = '.silent.example.com';
  /** Records of other kinds. Their names needn't be in `meanings`. */
  readonly records = new Map<string, OtherRecords>();
  /** The names queried, in order: once for each of the two address families. */
  readonly asked: string[] = [];
  readonly #socket: Socket;

  private constructor(socket: Socket) {
    this.#socket = socket.on('message', (bytes, sender) => this.#answer(bytes, sender));
  }

  static async start(port = 0, host = '127.0.0.1'): Promise<NameServer> {
    const socket = createSocket('udp4').bind(port, host);
    await once(socket, 'listening');
    return new NameServer(socket);
  }

  /** In the form used in lists of name servers. */
  get address(): string {
    const { address, port } = this.#socket.address();
    return `${address}:${port}`;
  }

  /** How often the name's IPv4 addresses were queried. */
  lookups(name: string): number {
    return this.asked.filter((one) => one === `${name} 4`).length;
  }

  #answer(bytes: Buffer, sender: RemoteInfo): void {
    const question = read(bytes);
    const family = TYPES[question.type];
    this.asked.push(`${question.name} ${family ?? question.type}`);
    if (question.name.endsWith(NameServer.SILENT)) return;
    const others = this.records.get(question.name);
    const meaning = this.meanings.get(question.name) ?? (others ? [] : 'unknown');
    const addresses = typeof meaning === 'string' ? [] : meaning.filter((one) => isIP(one) === family);
    const kind = KINDS[question.type as keyof typeof KINDS];
    const texts = kind === undefined ? addresses : (others?.[kind] ?? []);
    const code = { unknown: NAME_ERROR, failing: 2 }[meaning as string] ?? 0;
    this.#socket.send(write(question, code, texts), sender.port, sender.address);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await new Promise<void>((resolve) => void this.#socket.close(() => resolve()));
  }
}

function read(bytes: Buffer): Question {
  const labels: string[] = [];
  let at = 12;
  for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) {
    labels.push(bytes.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return {
    id: bytes.readUInt16BE(0),
    name: labels.join('.').toLowerCase(),
    type: bytes.readUInt16BE(at + 1),
    bytes: bytes.subarray(12, at + 5),
  };
}

function write({ id, type, bytes }: Question, code: number, texts: string[]): Buffer {
  const header = Buffer.alloc(12);
  header.writeUInt16BE(id, 0);
  // A response, with recursion desired and available.
  header.writeUInt16BE(0x8180 | code, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(texts.length, 6);
  const records = texts.map((text) => {
    const data = dataOf(type, text);
    const record = Buffer.alloc(12);
    // A pointer to the name at byte 12, in the question.
    record.writeUInt16BE(0xc00c, 0);
    record.writeUInt16BE(type, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt32BE(300, 6);
    record.writeUInt16BE(data.length, 10);
    return Buffer.concat([record, data]);
  });
  return Buffer.concat([header, bytes, ...records]);
}

function dataOf(type: number, text: string): Buffer {
  if (type === 1) return Buffer.from(text.split('.').map(Number));
  if (type === 28) return wide(text);
  if (type === 5 || type === 12) return named(text);
  if (type === 16) return Buffer.concat((text.match(/.{1,255}/gs) ?? ['']).map(withLength));
  const [priority, name = ''] = text.split(' ');
  return Buffer.concat([Buffer.from([0, Number(priority)]), named(name)]);
}

const withLength = (text: string) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text, 'latin1')]);

/** A name that ends with the empty label of the root. */
const named = (name: string) => Buffer.concat([...name.split('.'), ''].map(withLength));

/** The sixteen bytes of an IPv6 address in hexadecimal. */
function wide(address: string): Buffer {
  const [before = '', after = ''] = address.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const missing = 8 - groups(before).length - groups(after).length;
  const all = [...groups(before), ...Array<string>(missing).fill('0'), ...groups(after)];
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
}

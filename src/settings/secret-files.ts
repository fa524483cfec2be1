import { closeSync, openSync, readSync } from 'node:fs';

/** Far more than any secret has. An endless file, such as a device, isn't read to its end. */
const MAX_BYTES = 65_536;

/** The variable that names a file with another variable's value. */
export const fileVariable = (name: string) => `${name}_FILE`;

/** The content of a file, without its final line break. An error names the file, never its content. */
export function readSecretFile(file: string): string {
  let text: string;
  try {
    text = readBounded(file);
  } catch (error) {
    throw new Error(`can't be read from ${file}: ${(error as Error).message}`);
  }
  if (text === '') throw new Error(`can't be read from ${file}: the file is empty`);
  return text;
}

function readBounded(file: string): string {
  const descriptor = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(MAX_BYTES + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read) {
      read = readSync(descriptor, bytes, length, bytes.length - length, null);
    }
    if (length > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES} bytes`);
    return bytes.toString('utf8', 0, length).replace(/[\r\n]+$/, '');
  } finally {
    closeSync(descriptor);
  }
}

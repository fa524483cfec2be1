import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { OpenApiDocument } from '../../../src/http/openapi.ts';
import type { WireAnswer } from './http.ts';

type Operation = {
  responses: Record<string, { content?: Record<string, { schema: object }>; headers?: object }>;
};

const COMPONENTS = 'rota:components';

/** Compares real responses with /openapi.json. The tests' client calls it for every response. */
export class Description {
  // Named schemas are compiled once, and called from where they are referenced.
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false });
  readonly #validators = new Map<object | string, ValidateFunction>();
  readonly #patterns: { pattern: RegExp; operations: Record<string, Operation> }[];

  static #shared: Promise<Description> | undefined;

  /** No setting changes what is compared here, so the first node of a process provides it for all. */
  static shared(read: () => Promise<string>): Promise<Description> {
    Description.#shared ??= read().then(
      (text) => new Description(text),
      (error) => {
        Description.#shared = undefined;
        throw error;
      },
    );
    return Description.#shared;
  }

  constructor(text: string) {
    const document: OpenApiDocument = JSON.parse(
      text.replaceAll('"#/components/', `"${COMPONENTS}#/components/`),
    );
    this.#ajv.addSchema({ $id: COMPONENTS, components: document.components });
    this.#ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    this.#ajv.addFormat('date', /^\d{4}-\d\d-\d\d$/);
    this.#ajv.addFormat('time-of-day', /^\d\d:\d\d$/);
    this.#ajv.addFormat('time-zone', /^[A-Za-z][\w+/-]*$/);
    this.#ajv.addFormat('locale', /^[A-Za-z]{2,3}(-\w+)*$/);
    // OpenAPI's rule: a path without a placeholder wins over one that matches too.
    const paths = Object.entries(document.paths).sort(
      ([one], [other]) => Number(one.includes('{')) - Number(other.includes('{')),
    );
    this.#patterns = paths.map(([path, operations]) => ({
      pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+').replaceAll('.', '\\.')}$`),
      operations: operations as unknown as Record<string, Operation>,
    }));
  }

  check(method: string, path: string, answer: WireAnswer): void {
    const described = this.#patterns.find(({ pattern }) => pattern.test(path.split('?')[0] as string));
    const operation = described?.operations[method.toLowerCase()];
    if (!operation) {
      const expected = described ? [401, 405, 429] : [401, 404, 429];
      if (method === 'HEAD') return;
      assert.ok(
        expected.includes(answer.status),
        `${method} ${path} is not described and answered ${answer.status}`,
      );
      return;
    }
    const response = operation.responses[answer.status];
    assert.ok(
      response,
      `${method} ${path} answered ${answer.status}, which is not described: ${answer.text}`,
    );
    const sent = answer.headers['content-type']?.split(';')[0];
    const [contentType, content] =
      Object.entries(response.content ?? {}).find(([type]) => type.split(';')[0] === sent) ??
      Object.entries(response.content ?? {})[0] ??
      [];
    if (!content || !contentType) {
      assert.equal(answer.text, '', `${method} ${path} answered a body that is not described`);
      return;
    }
    if (sent !== contentType.split(';')[0]) {
      assert.fail(
        `${method} ${path} answered ${answer.headers['content-type']}, described is ${contentType}`,
      );
    }
    if (!contentType.includes('json')) return;
    const validate = this.#validatorOf(content.schema);
    assert.ok(
      validate(answer.body),
      `${method} ${path} answered ${answer.status} with a body that is not as described:\n` +
        `${this.#ajv.errorsText(validate.errors)}\n${answer.text}`,
    );
  }

  /** Cached, because many responses share a schema, above all errors. */
  #validatorOf(schema: object): ValidateFunction {
    const known = this.#validators.get(schema);
    if (known) return known;
    const text = JSON.stringify(schema);
    const validate = this.#validators.get(text) ?? this.#ajv.compile(schema);
    this.#validators.set(schema, validate).set(text, validate);
    return validate;
  }
}

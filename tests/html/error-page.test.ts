// Refusals as pages: a person learns what happened and what to do, in their language, and nothing about the service.
import assert from 'node:assert/strict';
import { errorPage } from '../../src/html/error-page.ts';
import { readerOf } from '../../src/html/reader.ts';
import { languages } from '../../src/html/words/words.ts';
import { describe, test } from '../support/lanes.ts';

const STATUSES = [403, 404, 405, 410, 413, 415, 422, 429, 500, 503];
const pageOf = (status: number, language: string = 'en') =>
  errorPage({ status, reader: readerOf(language, undefined), requestId: 'req_1', query: {} });
const headingOf = (text: string) => /<h1[^>]*>([^<]+)<\/h1>/.exec(text)?.[1];

describe('The page of a refusal', () => {
  for (const language of languages) {
    test(`says in a heading and a sentence what to do, in ${language}`, () => {
      for (const status of STATUSES) {
        const text = pageOf(status, language);
        assert.match(text, new RegExp(`<html lang="${language}">`));
        assert.ok(headingOf(text), `${status}`);
        assert.match(text, /<p class="lead">[^<]{20,}<\/p>/);
      }
    });
  }

  test('has the request id where somebody has to look into the log, and else nothing to puzzle over', () => {
    for (const status of STATUSES) assert.equal(pageOf(status).includes('req_1'), status >= 500, `${status}`);
    for (const status of STATUSES) assert.doesNotMatch(pageOf(status), new RegExp(`\\b${status}\\b`));
  });

  test('tells the kinds of refusal apart that need another thing done', () => {
    const headings = STATUSES.map((status) => headingOf(pageOf(status)));
    assert.equal(new Set(headings).size, 7);
    assert.equal(headingOf(pageOf(405)), headingOf(pageOf(404)));
    assert.equal(headingOf(pageOf(502)), headingOf(pageOf(500)));
    assert.equal(headingOf(pageOf(415)), headingOf(pageOf(422)));
  });
});

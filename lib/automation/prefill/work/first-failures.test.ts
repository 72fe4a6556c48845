import { expect, test } from 'vitest'
import { sameReason } from './first-failures'

test.each([
  [
    'server_error',
    'Failed with status 500 (request req_a1).',
    'server_error',
    'Failed with status 503 (request req_b27).',
    true,
  ],
  ['malformed', 'The answer has not the form: "one".', 'malformed', 'The answer has not the form: "two words".', true],
  ['malformed', 'The answer has not the form.', 'malformed', 'The answer has another form.', false],
  ['timeout', 'No answer.', 'unreachable', 'No answer.', false],
] as const)('%s %s and %s %s: %s', (code, message, otherCode, other, same) => {
  expect(sameReason(code, message) === sameReason(otherCode, other)).toBe(same)
})

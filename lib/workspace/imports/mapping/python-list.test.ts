import { expect, test } from 'vitest'
import { pythonList } from './python-list'

test.each([
  [`['One.', "It's two.", 'Say \\'so\\'.\\n']`, ['One.', "It's two.", "Say 'so'.\n"]],
  ['[True, False, None, 1, -2.5]', [true, false, null, 1, -2.5]],
  [`['\\xe9 \\u20ac \\U0001f30a \\\\ \\q']`, ['é € 🌊 \\ \\q']],
  [' [] ', []],
])('%s is a list', (text, entries) => {
  expect(pythonList(text)).toEqual(entries)
})

test.each([
  `['a\\x00b']`,
  `['One.', '\\ud83d']`,
  `['One.' 'Two.']`,
  `['One.', ...]`,
  `[['One.']]`,
  `['One.'`,
  `[1] So it is.`,
  `['One.', 'Tw]`,
  `[nan]`,
  'None',
])('%s is none', (text) => {
  expect(pythonList(text)).toBeNull()
})

import { expect, it } from 'vitest'
import { inWordsOfTheForm } from './in-words-of-the-form'

it.each([
  ['Name those with --raters.', 'Name those with the option “Raters”.'],
  ['Tell them apart with --unit or --response.', 'Tell them apart with the option “Unit” or the option “Response”.'],
  [
    'Use --raters; numbers need --level interval.',
    'Use the option “Raters”; numbers need the option “Scale”: interval.',
  ],
  ['Choose one with --where "m=a".', 'Choose one with the option “Only rows”: "m=a".'],
  ['A dash -- or --nonsense stays.', 'A dash -- or --nonsense stays.'],
])('%s', (sentence, said) => {
  expect(inWordsOfTheForm(sentence)).toBe(said)
})

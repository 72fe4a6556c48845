import { expect, it } from 'vitest'
import { applyTextSize, parseTextSize, TEXT_SIZE_ATTRIBUTE } from './text-size'

it('is normal for whatever it does not know', () => {
  expect(['large', 'largest', 'normal', 'huge', '', null, undefined].map(parseTextSize)).toEqual([
    'large',
    'largest',
    'normal',
    'normal',
    'normal',
    'normal',
    'normal',
  ])
})

it('is shown at once and kept in a cookie; the normal size leaves no mark on the page', () => {
  applyTextSize('largest')
  expect(document.documentElement.getAttribute(TEXT_SIZE_ATTRIBUTE)).toBe('largest')
  expect(document.cookie).toContain('assay-text-size=largest')
  applyTextSize('normal')
  expect(document.documentElement.hasAttribute(TEXT_SIZE_ATTRIBUTE)).toBe(false)
})

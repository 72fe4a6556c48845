import { describe, expect, it } from 'vitest'
import { itemLabel } from './item-label'

describe('the label that a record states', () => {
  const stored = (source: Parameters<NonNullable<typeof itemLabel.stored>>[0]) => itemLabel.stored?.(source)

  it.each([
    [{ response_factuality: false }, false],
    [{ response_factuality: 'NA' }, 'NA'],
    [{ response_factuality: ' True' }, true],
    [{ response_label: true }, true],
    // What is no label at all is kept, and so fits no rule.
    [{ response_factuality: 'perhaps' }, 'perhaps'],
    [{ response_factuality: null, response_label: false }, false],
    [{ prompt: 'p' }, undefined],
    [['x'], undefined],
  ])('of %j is %j', (source, label) => expect(stored(source)).toEqual(label))
})

it('reads the label by each rule where the roll-up holds them', () => {
  expect(itemLabel.byRule({ response: { released: false, paper: true } })).toEqual({ released: false, paper: true })
  expect(itemLabel.byRule({})).toEqual({})
})

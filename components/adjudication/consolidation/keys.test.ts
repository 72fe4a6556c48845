import { describe, expect, it } from 'vitest'
import { conflictingKeys } from '@/lib/platform/client/keyboard'
import { CAUSE_BINDINGS, DESK_BINDINGS } from './keys'
import { LIST_BINDINGS } from './list-keys'

describe('the keys of consolidation', () => {
  it('mean one thing each', () => {
    expect(conflictingKeys(DESK_BINDINGS)).toEqual([])
    expect(conflictingKeys(CAUSE_BINDINGS)).toEqual([])
    expect(conflictingKeys(LIST_BINDINGS)).toEqual([])
  })
})

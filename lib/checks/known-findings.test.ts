import { expect, it, vi } from 'vitest'
import { factcheckBench } from '@/lib/protocols/factcheck-bench/factcheck-bench'
import { felm } from '@/lib/protocols/felm/felm'
import { lintOnce } from './known-findings'

const gold = { source: null, content: null, stages: {} }

it('checks the same gold once, and newer gold again', () => {
  const found = [{ kind: 'k', stage: 's', unit: 'u', question: null, message: 'm' }]
  const check = vi.fn(() => found)
  const protocol = { ...factcheckBench, linter: { kinds: [], check } }
  expect(lintOnce(protocol, ['one', 'two'], gold)).toBe(found)
  expect(lintOnce(protocol, ['one', 'two'], gold)).toBe(found)
  expect(check).toHaveBeenCalledTimes(1)
  lintOnce(protocol, ['one', 'three'], gold)
  expect(check).toHaveBeenCalledTimes(2)
})

it('finds nothing where the protocol has no linter', () => {
  expect(lintOnce(felm, ['one'], gold)).toEqual([])
})

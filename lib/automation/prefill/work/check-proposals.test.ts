import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { compileProtocol } from '@/lib/protocols/language/compile/compile-protocol'
import { checkProposals } from './check-proposals'

const checked = checkFile(readFileSync('docs/examples/protocols/unsupported-spans.yaml', 'utf8'))
if (!checked.ok) throw new Error('the example is valid')
const [stage] = compileProtocol(checked.definition).stages

test('spans that end behind the text are dropped with a sentence; those within it are taken', () => {
  const content = { source: 'A pond.', response: 'A lake.' }
  const subject = { content, units: stage.units(content, [], {}) }
  const proposed = (end: number) => ({
    unit: 'item',
    question: 'unsupported',
    value: { spans: [{ start: 2, end, label: 'Evident Conflict' }] },
  })
  expect(checkProposals(stage, subject, [proposed(7)])).toEqual({ taken: [proposed(7)], dropped: [] })
  expect(checkProposals(stage, subject, [proposed(8)])).toEqual({
    taken: [],
    dropped: [
      {
        unit: 'item',
        question: 'unsupported',
        why: 'The span from 2 to 8 ends behind the text, which has 7 characters.',
      },
    ],
  })
})

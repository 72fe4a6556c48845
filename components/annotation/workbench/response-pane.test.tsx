import { screen } from '@testing-library/react'
import { afterAll, expect, it, vi } from 'vitest'
import type { DrawView } from '@/components/annotation/workbench/stage-view'
import { factcheckBenchWork } from '@/lib/protocols/factcheck-bench/work'
import * as hosts from '@/tests/support/hosts'
import { drawBench, newWorkbench, press, TestServer } from '@/tests/support/test-bench'
import { UnitQuestions } from './unit-questions'

// A stage that brings no view of its own.
vi.spyOn(hosts, 'testHost').mockReturnValue(({ children }: { children: DrawView }) =>
  children(
    { UnitForm: UnitQuestions, ItemForm: UnitQuestions, bindings: [], handlers: () => ({}) },
    factcheckBenchWork,
  ),
)
afterAll(() => vi.restoreAllMocks())

it('names each unit in the text by the word of its stage', () => {
  const sentences = ['Iron melts. ', 'Lead melts sooner.']
  const content = { prompt: 'Tell me about metals.', response: sentences.join(''), source: null, evidence: [] }
  const bench = newWorkbench('factcheck-bench', 'decompose', content, sentences)
  new TestServer(bench)
  drawBench(bench)
  const names = () => screen.getAllByText(/^(Sentence|Segment) \d, /).map((name) => name.textContent)
  expect(names()).toEqual(['Sentence 1, not answered: ', 'Sentence 2, not answered: '])
  press('1', '7')
  expect(names()[0]).not.toBe('Sentence 1, not answered: ')
})

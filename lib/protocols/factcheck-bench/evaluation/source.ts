import { placeFields } from '@/lib/protocols/evaluating/read-line'
import type { EvaluationTask } from '@/lib/protocols/evaluation'

export const sourceAt = (section: string): EvaluationTask['source'] => ({
  paper: 'Factcheck-Bench: Fine-Grained Evaluation Benchmark for Automatic Fact-checkers',
  section,
})

export const fieldsWith = (...taskFields: EvaluationTask['fields'][number][]): EvaluationTask['fields'] => [
  ...placeFields,
  { name: 'unit', required: false, text: 'The key of the part, as exports name it ("s1.c2"); or give its text.' },
  ...taskFields,
]

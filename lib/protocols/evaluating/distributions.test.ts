import { describe, expect, it } from 'vitest'
import { protocols } from '@/lib/protocols'
import { evaluationTasks } from '@/lib/protocols/evaluations'
import type { Json } from '@/lib/protocols/protocol'

const listed = await Promise.all(
  protocols.map(async ({ id, stages }) =>
    (await evaluationTasks(id)).flatMap((task) => {
      const measure = stages.find(({ key }) => key === task.stage)?.measures.find(({ key }) => key === task.measure)
      return measure ? [{ title: `${id}/${task.key}`, task, values: measure.categories.map(({ value }) => value) }] : []
    }),
  ),
)
const measured = listed.flat()
const segments = measured.find(({ title }) => title === 'felm/segments')?.task

describe.each(measured)('$title', ({ task, values }) => {
  it('scores probabilities beside its own figures, and takes the likeliest for the label', () => {
    expect(task.scorings(task.parameters.parse({})).at(-1)?.key).toBe('distribution')
    for (const value of values) {
      const probabilities = Object.fromEntries(values.map((each) => [each, each === value ? 1 : 0]))
      const record: Json = { system: 'a', item: '1', unit: 's1', probabilities }
      expect(task.recognises(record)).toBe(true)
      const [prediction] = told(record, task)
      expect(prediction?.probabilities).toEqual(values.map((each) => (each === value ? 1 : 0)))
      expect(prediction?.value, `${value} is a label`).not.toBeNull()
      const [labelled] = told({ system: 'a', item: '1', unit: 's1', label: value }, task)
      expect(prediction).toEqual({ ...labelled, probabilities: prediction?.probabilities })
    }
  })
})

function told(record: Json, task = segments) {
  const reading = task?.read(record)
  return reading?.ok ? reading.predictions : []
}
const refused = (record: Json) => {
  const reading = segments?.read(record)
  return reading?.ok === false ? reading.problems : []
}

describe('probabilities', () => {
  const at = { system: 'a', item: '1', segment: 2 }

  it('are in the order of the values, divided by their sum, with what is left out as 0', () => {
    expect(told({ ...at, probabilities: { false: 0.3, true: 0.7 } })).toMatchObject([
      { unit: 's2', value: true, probabilities: [0.7, 0.3] },
    ])
    expect(told({ ...at, probabilities: { False: 1 } })).toMatchObject([{ value: false, probabilities: [0, 1] }])
    const [rounded] = told({ ...at, probabilities: { true: 0.33, false: 0.66 } })
    expect(rounded?.probabilities?.reduce((sum, each) => sum + each, 0)).toBeCloseTo(1, 12)
    expect(told({ ...at, probabilities: '{"true": 0.5, "false": 0.5}' })).toMatchObject([{ value: true }])
  })

  it('leave a label that stands beside them as it is, and may be left blank', () => {
    expect(told({ ...at, label: false, probabilities: { true: 0.7, false: 0.3 } })).toMatchObject([{ value: false }])
    for (const blank of ['', null]) {
      const [prediction] = told({ ...at, label: true, probabilities: blank })
      expect(prediction).toMatchObject({ value: true })
      expect(prediction).not.toHaveProperty('probabilities')
    }
  })

  it.each([
    [0.8],
    ['0.8'],
    [[0.8, 0.2]],
    [{ true: 0.8 }],
    [{ true: 0.8, perhaps: 0.2 }],
    [{ true: 1.2, false: -0.2 }],
    [{ true: '0.8', false: 0.2 }],
    [{ true: 0.5, True: 0.5 }],
    [{}],
  ])('are refused as %j, with what to write', (probabilities) => {
    expect(refused({ ...at, probabilities })).toMatchObject([
      { field: 'probabilities', fix: expect.stringContaining('true, false') },
    ])
  })

  it('are of one unit', () => {
    const [problem] = refused({ system: 'a', item: '1', labels: [true, false], probabilities: { true: 1 } })
    expect(problem?.fix).toBe('Write one line for each unit.')
    expect(refused({ system: 'a', item: '1', wrong: [], probabilities: { true: 1 } })).toHaveLength(1)
  })
})

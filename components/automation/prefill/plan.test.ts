import { describe, expect, it } from 'vitest'
import { followsRunModel, modelsAsked, modelsIn, planSteps, stagesOf, startingSteps, stepsOf, switchStep } from './plan'
import { estimateSentences } from './plan-estimate'
import { overviewWith, step } from './test-overview'

const overview = overviewWith({
  steps: [
    step('split', { methods: ['rules'] }),
    step('claims', { after: ['split'] }),
    step('verdicts', { after: ['claims'], methods: ['model'] }),
    step('elsewhere', { stage: 'other' }),
  ],
})
const withModels = { ...overview, models: { ...overview.models, configured: true, standard: 'model-a' } }
const on = (drafts: ReturnType<typeof startingSteps>) => Object.keys(drafts).filter((key) => drafts[key]?.on)

describe('the plan that the builder starts with', () => {
  it('holds what rules can do where no model can be asked', () => {
    const drafts = startingSteps(overview, 'first')
    expect(on(drafts)).toEqual(['split', 'claims'])
    expect(drafts.claims?.method).toBe('rules')
  })
  it('holds every step, each by its first method, where one can', () => {
    const drafts = startingSteps(withModels, 'first')
    expect(on(drafts)).toEqual(['split', 'claims', 'verdicts'])
    expect(drafts.verdicts?.method).toBe('model')
  })
  it('leaves out what searches while the search is not set up', () => {
    const steps = [step('split', { methods: ['rules'] }), step('links', { uses: ['search'] })]
    const lacking = overviewWith({ steps, settings: { ...overview.settings, search: 'serper' } })
    expect(on(startingSteps(lacking, 'first'))).toEqual(['split'])
    expect(on(startingSteps(overviewWith({ steps }), 'first'))).toEqual(['split', 'links'])
  })
  it('leaves out what starts off, with what needs it, until somebody switches it on', () => {
    const steps = [
      step('split'),
      step('triage', { after: ['split'], startsOff: true }),
      step('rest', { after: ['triage'] }),
    ]
    const drafts = startingSteps(overviewWith({ steps }), 'first')
    expect(on(drafts)).toEqual(['split'])
    expect(on(switchStep(steps, drafts, 'triage', true).drafts)).toEqual(['split', 'triage'])
  })
  it('offers only stages that have steps', () => {
    expect(stagesOf(overview).map(({ key }) => key)).toEqual(['first'])
  })
})

describe('switching a step', () => {
  const steps = stepsOf(withModels, 'first')
  it('takes what it needs, and what needs it, along', () => {
    const all = startingSteps(withModels, 'first')
    const off = switchStep(steps, all, 'split', false)
    expect([on(off.drafts), off.also]).toEqual([[], ['Title of claims', 'Title of verdicts']])
    const back = switchStep(steps, off.drafts, 'verdicts', true)
    expect([on(back.drafts), back.also]).toEqual([
      ['split', 'claims', 'verdicts'],
      ['Title of split', 'Title of claims'],
    ])
  })
})

describe('what is sent', () => {
  it('names a model only where one is asked; a step’s own comes first', () => {
    const drafts = startingSteps(withModels, 'first')
    const { steps } = planSteps(withModels, 'first', drafts, 'model-b')
    expect(steps.map(({ model }) => model)).toEqual([undefined, undefined, 'model-b'])
    const verdicts = drafts.verdicts
    const own = verdicts ? { ...drafts, verdicts: { ...verdicts, model: ' model-c ' } } : drafts
    expect(planSteps(withModels, 'first', own, 'model-b').steps[2]?.model).toBe('model-c')
    expect([followsRunModel(drafts), followsRunModel(own)]).toEqual([true, false])
  })
  it('is refused without a step, and without a model where one is needed', () => {
    expect(planSteps(overview, 'first', {}, undefined).errors.steps).toContain('at least one')
    const drafts = startingSteps(withModels, 'first')
    const nameless = { ...withModels, models: { ...withModels.models, standard: null } }
    expect(planSteps(nameless, 'first', drafts, undefined).errors.models).toContain('Name a model')
    expect(planSteps(nameless, 'first', drafts, 'model-b').isFine).toBe(true)
  })
  it('reads models by comma and line, each once', () => {
    expect(modelsIn(' a, b\n\nb ,c/d ')).toEqual(['a', 'b', 'c/d'])
  })
})

describe('the estimate', () => {
  const steps = planSteps(withModels, 'first', startingSteps(withModels, 'first'), undefined).steps
  const words = (change: Partial<Parameters<typeof estimateSentences>[0]>) =>
    estimateSentences({ overview: withModels, steps, runs: 1, tasks: 200, trialMicro: null, ...change }).join(' ')
  it('says that rules cost nothing', () => {
    const rules = planSteps(overview, 'first', startingSteps(overview, 'first'), undefined).steps
    expect(modelsAsked(overview, rules)).toEqual([])
    expect(words({ overview, steps: rules })).toBe(
      '2 steps over up to 200 tasks. No model is asked, so models cost nothing.',
    )
  })
  it('asks for a name where a model is asked and none is named', () => {
    const nameless = { ...withModels, models: { ...withModels.models, standard: null } }
    const plan = planSteps(nameless, 'first', startingSteps(withModels, 'first'), undefined).steps
    expect(words({ overview: nameless, steps: plan })).toMatch(
      /^\d steps over up to 200 tasks\. A model is asked, and none is named yet:/,
    )
    const named = planSteps(nameless, 'first', startingSteps(withModels, 'first'), 'model-b').steps
    expect(words({ overview: nameless, steps: named })).toContain('The price of model-b is not known')
  })
  it('warns of a model whose price is not known, which no ceiling stops', () => {
    expect(words({})).toContain('The price of model-a is not known')
  })
  it('goes by the trial', () => {
    const prices = [{ model: 'model-a', input: 1_000_000, output: 2_000_000 }]
    const priced = { ...withModels, settings: { ...withModels.settings, prices } }
    expect(words({ overview: priced })).toContain('Try the steps on one item')
    expect(words({ overview: priced, trialMicro: 1500, runs: 2 })).toContain('about $0.60')
    expect(words({ overview: priced, trialMicro: 0 })).toContain('answered from what was kept')
  })
})

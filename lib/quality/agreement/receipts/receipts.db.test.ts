/** Receipts of simulated projects, computed again by their own scripts outside of the product, against the API's digits. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import type { ComparisonView, EstimateView, Figures } from '@/lib/quality/agreement/contract'
import type { PairView } from '@/lib/quality/agreement/detail/contract'
import { getAgreement, getMeasure, getSlices } from '@/lib/quality/agreement/queries'
import type { Distributions } from '@/lib/quality/distributions/contract'
import { getDistributions } from '@/lib/quality/distributions/queries'
import { sliceKinds } from '@/lib/workspace/items/contract'
import { actorOf } from '@/tests/actors'
import { simulateFactcheckBench, simulateFelm } from '@/tests/agreement-scene'
import { answersWith, makeAnnotation, makeMember, makeProject, makeTask } from '@/tests/factories'
import { casesOf, someOf } from '@/tests/support/every-case'
import { type ReceiptQuery, receiptQuerySchema } from './contract'
import { getReceipt } from './get-receipt'

const directory = mkdtempSync(path.join(tmpdir(), 'receipts-'))
afterAll(() => rmSync(directory, { recursive: true }))

interface Asked {
  projectId: string
  stage: string
  measure: string
}

const personOf = (user: { id: string }) => actorOf({ id: user.id, name: 'Somebody', isAdmin: false })

const unhurried = new AbortController().signal
const receipt = async (actor: Actor, asked: Asked, query: Partial<ReceiptQuery>) =>
  (await getReceipt(actor, asked, receiptQuerySchema.parse(query), unhurried)).text()

let files = 0
/** What a receipt's script prints, run from another directory. It must find its own figures the same. */
async function recomputed(actor: Actor, asked: Asked, query: Partial<ReceiptQuery>): Promise<Record<string, unknown>> {
  const file = path.join(directory, `receipt-${++files}.mjs`)
  await writeFile(file, await receipt(actor, asked, { ...query, form: 'script' }))
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, '--json'], { cwd: directory, encoding: 'utf8' })
  expect({ asked, query, status, stderr }).toMatchObject({ status: 0 })
  return JSON.parse(stdout)
}

type Digits = Record<string, number | string | null>

function digitsOf(estimates: Record<string, EstimateView>): Digits {
  return Object.fromEntries(
    Object.entries(estimates).flatMap(([key, { value, reason, interval }]) =>
      Object.entries<Digits[string]>({
        [key]: value ?? reason,
        ...(interval && {
          [`${key}, low`]: interval.low,
          [`${key}, high`]: interval.high,
          [`${key}, undefined resamples`]: interval.undefinedResamples,
          [`${key}, percentile low`]: interval.percentile.low,
          [`${key}, percentile high`]: interval.percentile.high,
          [`${key}, responses drawn`]: interval.drawn,
        }),
      }),
    ),
  )
}

const digitsOfFigures = ({ units, unitsWithTwo, unanimous, ratings, responses, raters, ...rest }: Figures): Digits => ({
  units,
  unitsWithTwo,
  unanimousUnits: unanimous,
  ratings,
  responses,
  responsesWithTwo: rest.responsesWithTwo,
  raters,
  ...digitsOf({ percent: rest.percent, alpha: rest.alpha }),
  ...digitsOf(Object.fromEntries(rest.others.map(({ key, estimate }) => [key, estimate]))),
  ...digitsOf(Object.fromEntries(rest.categories.map(({ value, alpha }) => [`alpha of ${value}`, alpha]))),
  ...Object.fromEntries(rest.categories.map(({ value, count }) => [`count of ${value}`, count])),
})
const digitsOfPair = ({ n, responses, coefficients }: PairView): Digits => ({
  units: n,
  responses,
  ...digitsOf(Object.fromEntries(coefficients.map(({ key, estimate }) => [key, estimate]))),
})
const digitsOfComparison = ({ units, pairs, responses, figures }: ComparisonView): Digits => ({
  units,
  pairs,
  responses,
  ...digitsOf(Object.fromEntries(figures.map(({ key, estimate }) => [key, estimate]))),
})

/** The annotators' competence by MACE, and how each scores against the others. */
const digitsOfDistributions = ({ competence, ceiling }: Distributions): Digits => {
  const ofRater = ceiling.map(({ key, figures: { units, alike, responses, percent, kappa } }) => {
    const name = `Ceiling, ${key ?? 'all annotators'}`
    return {
      [`${name}, units`]: units,
      [`${name}, alike`]: alike,
      [`${name}, responses`]: responses,
      ...digitsOf({ [`${name}, percent`]: percent, [`${name}, kappa`]: kappa }),
    }
  })
  const known = competence.map(({ key, value }): [string, number] => [`MACE, competence of ${key}`, value])
  return Object.assign(Object.fromEntries(known), ...ofRater)
}

/** Every digit of the API is among those computed again, and equal to 1e-9. Returns how many there are. */
function expectSame(what: string, api: Digits, found: Record<string, unknown>): number {
  for (const [key, value] of Object.entries(api)) {
    const other = found[key]
    const isSame =
      typeof value === 'number' && typeof other === 'number' ? Math.abs(value - other) <= 1e-9 : value === other
    expect({ what, key, value, isSame, other }).toMatchObject({ isSame: true })
  }
  return Object.keys(api).length
}

const PAIRS = casesOf(2, Number.POSITIVE_INFINITY)
const REFERENCES = casesOf(1, Number.POSITIVE_INFINITY)

/**
 * The figures of a measure: over everything, of the last two pairs and the last reference, and with `slices` in the last two slices of each kind (the
 * last may be of no value).
 */
async function checkMeasure(actor: Actor, asked: Asked, { slices: takesSlices }: { slices: boolean }): Promise<number> {
  const detail = await getMeasure(actor, asked.projectId, asked)
  expect(detail.intervals).toBe('complete')
  const what = `${asked.stage}/${asked.measure}`
  const whole = await recomputed(actor, asked, {})
  let digits = expectSame(what, digitsOfFigures(detail.measure.all), whole)
  // Of every way in which a unit was rated, class probabilities by value.
  const { dawidSkene, mace } = JSON.parse(await receipt(actor, asked, {}))
  for (const [model, { units, words }] of Object.entries({ 'Dawid-Skene': dawidSkene, MACE: mace })) {
    const probabilities = Object.keys(whole).filter(
      (key) => key.startsWith(`${model}, `) && / .*: /.test(key) && !key.endsWith(': units'),
    )
    expect(probabilities).toHaveLength(units.length * detail.measure.all.categories.length)
    expect(words === null).toBe(probabilities.length > 0)
  }
  const page = await getDistributions(
    actor,
    { projectId: asked.projectId, stage: asked.stage, measure: asked.measure },
    { order: 'position', only: 'all', page: 1 },
  )
  digits += expectSame(`${what} on its distributions`, digitsOfDistributions(page), whole)
  for (const by of someOf(sliceKinds, () => takesSlices)) {
    const { slices } = await getSlices(actor, asked.projectId, asked, { by })
    for (const { value, figures } of slices.slice(-2)) {
      const found = await recomputed(actor, asked, { by, slice: value ?? '' })
      digits += expectSame(`${what} ${by} ${value}`, digitsOfFigures(figures), found)
    }
  }
  for (const pair of [...detail.pairs.slice(-PAIRS), ...detail.references.slice(-REFERENCES)]) {
    const { first, second } = pair
    digits += expectSame(
      `${what} ${first} ${second}`,
      digitsOfPair(pair),
      await recomputed(actor, asked, { first, second }),
    )
  }
  return digits
}

describe('receipts', () => {
  it('give every digit of a FELM-like project with planted disagreement', async () => {
    const scene = await simulateFelm({
      items: 16,
      errors: [0.1, 0.25, 0.3],
      raters: 2,
      removed: 0.05,
      gold: 0.4,
      days: 14,
      seed: 5,
      model: { error: 0.2, arms: true, copied: 0.5 },
    })
    const [actor, projectId] = [personOf(scene.reviewer), scene.project.id]
    const { stages } = await getAgreement(actor, projectId, { intervals: 'always' })
    let digits = 0
    for (const { key: stage, measures } of stages)
      for (const [at, { key: measure }] of measures.entries())
        digits += await checkMeasure(actor, { projectId, stage, measure }, { slices: at === 0 })
    expect(digits).toBeGreaterThan(500)
  })

  it('give every digit of a Factcheck-Bench-like project, lists and texts too', async () => {
    const scene = await simulateFactcheckBench({ items: 12, gold: 0.5, seed: 2 })
    const [actor, projectId] = [personOf(scene.manager), scene.project.id]
    // A measure's page has the intervals of its stage computed; those of all stages at once are the worker's to compute.
    for (const { key, measures } of protocolById(scene.project.protocolId).stages)
      await getMeasure(actor, projectId, { stage: key, measure: measures[0]?.key ?? '' })
    const { stages, intervals } = await getAgreement(actor, projectId, { intervals: 'always' })
    expect(intervals).toBe('complete')
    let digits = 0
    for (const { key: stage, measures, comparisons } of stages) {
      for (const view of comparisons) {
        const asked = { projectId, stage, measure: view.key }
        digits += expectSame(`${stage}/${view.key}`, digitsOfComparison(view), await recomputed(actor, asked, {}))
      }
      for (const { key: measure, all } of measures) {
        const asked = { projectId, stage, measure }
        digits += expectSame(`${stage}/${measure}`, digitsOfFigures(all), await recomputed(actor, asked, {}))
        const { pairs, references } = await getMeasure(actor, projectId, asked)
        for (const pair of [...pairs, ...references].slice(-1)) {
          const { first, second } = pair
          digits += expectSame(
            `${measure} ${first} ${second}`,
            digitsOfPair(pair),
            await recomputed(actor, asked, { first, second }),
          )
        }
      }
    }
    expect(digits).toBeGreaterThan(300)
  })

  it('say of every unit why it is used or not, and of items why they are left out', async () => {
    const project = await makeProject({ stage: { raters: 2 } })
    const [manager, ada, ben] = [
      await makeMember(project, 'manager'),
      await makeMember(project, 'annotator'),
      await makeMember(project, 'annotator'),
    ]
    const annotated = async (state: 'consolidating' | 'discarded') => {
      const task = await makeTask(project)
      await makeAnnotation(task, ada, answersWith(true), true)
      await makeAnnotation(task, ben, answersWith(false), true)
      await prisma().task.update({ where: { id: task.id }, data: { state } })
      return task
    }
    const [used, discarded, mixed] = [
      await annotated('consolidating'),
      await annotated('discarded'),
      await makeTask(project),
    ]
    await makeAnnotation(mixed, ada, answersWith(true), true)
    const imported = await makeAnnotation(mixed, ben, answersWith(false))
    await prisma().annotation.update({ where: { id: imported.id }, data: { independent: false, origin: 'import' } })
    await prisma().annotation.update({
      where: { id: imported.id },
      data: { state: 'submitted', submittedAt: new Date() },
    })
    await prisma().task.update({ where: { id: mixed.id }, data: { state: 'consolidating' } })
    const asked = { projectId: project.id, stage: project.stages[0]?.key ?? '', measure: 'label' }
    const { columns, rows } = JSON.parse(await receipt(actorOf(manager), asked, {}))
    const wanted = ['item', 'unit', 'use', 'a1', 'a2'].map((name) => columns.indexOf(name))
    expect(rows.map((row: unknown[]) => wanted.map((at) => row[at]))).toEqual([
      [used.position, 's1', 'used', 'true', 'true'],
      [used.position, 's2', 'used', 'true', 'false'],
      [mixed.position, 's1', 'single rating', 'true', null],
      [mixed.position, 's2', 'single rating', 'true', null],
      [discarded.position, null, 'discarded', null, null],
      [mixed.position, null, 'not independent', null, null],
    ])
    const read = await prisma().answerRead.findMany({ where: { userId: manager.id }, select: { taskId: true } })
    expect(new Set(read.map(({ taskId }) => taskId))).toEqual(new Set([used.id, mixed.id]))
  })

  it('list the raters of counted tasks only, and number nobody by what is not revealed', async () => {
    const project = await makeProject({ stage: { raters: 2 } })
    const reviewer = personOf(await makeMember(project, 'reviewer'))
    const [ada, ben, cyd] = await Promise.all(['a', 'b', 'c'].map(() => makeMember(project, 'annotator')))
    if (!ada || !ben || !cyd) throw new Error('there are three')
    const raters = async () =>
      JSON.parse(
        await receipt(reviewer, { projectId: project.id, stage: 'segments', measure: 'label' }, { form: 'json' }),
      ).raters.map(({ name }: { name: string }) => name)
    const submitBy = async (...people: { id: string }[]) => {
      const task = await makeTask(project)
      for (const person of people) await makeAnnotation(task, person, answersWith(true), true)
      return task
    }
    const turn = (task: { id: string }, state: 'consolidating' | 'open', round = 1) =>
      prisma().task.update({ where: { id: task.id }, data: { state, round } })
    // Cyd is first of all, and waits for her partner.
    const waiting = await submitBy(cyd)
    expect(await raters()).toEqual([])
    const both = await submitBy(ada, ben)
    await turn(both, 'consolidating')
    expect(await raters()).toEqual(['annotator 1', 'annotator 2'])
    await makeAnnotation(waiting, ada, answersWith(true), true)
    await turn(waiting, 'consolidating')
    expect(await raters()).toEqual(['annotator 1', 'annotator 2', 'annotator 3'])
    // Sent back: Ben's only task counts no more, and his number stays his.
    await turn(both, 'open', 2)
    expect(await raters()).toEqual(['annotator 1', 'annotator 3'])
    const [{ number } = {}] = await prisma().annotatorNumber.findMany({ where: { userId: cyd.id } })
    expect(number).toBe(3)
  })

  it('are no formulas to a spreadsheet, and name nobody', async () => {
    const scene = await simulateFelm({
      items: 12,
      errors: [0.1, 0.2],
      gold: 1,
      domains: ['=HYPERLINK("x","y")', '@sum'],
      seed: 4,
    })
    await prisma().item.updateMany({ where: { projectId: scene.project.id }, data: { externalId: '+1,"2"\n-3' } })
    const asked = { projectId: scene.project.id, stage: scene.project.stages[0]?.key ?? '', measure: 'label' }
    const csv = await receipt(personOf(scene.manager), asked, { form: 'csv' })
    expect(csv.split('\r\n')[0]).toBe(
      'item,externalId,unit,domain,source,tag,guideline,arm,week,use,annotator 1,annotator 2,gold (not counted)',
    )
    expect(csv).toContain(`1,"'+1,""2""\n-3",s1,"'=HYPERLINK(""x"",""y"")",simulated,,1,,2026-01-05,used,`)
    for (const { name } of scene.annotators) expect(csv).not.toContain(name)
  })

  it('are for those who may have single answers, and of what there is', async () => {
    const scene = await simulateFelm({ items: 3, errors: [0.1, 0.2] })
    const asked = { projectId: scene.project.id, stage: scene.project.stages[0]?.key ?? '', measure: 'label' }
    const code = (actor: Actor, query: Partial<ReceiptQuery>, given: Partial<Asked> = {}) =>
      receipt(actor, { ...asked, ...given }, query).then(
        () => 'ok',
        (error) => error.code,
      )
    const manager = personOf(scene.manager)
    expect(await code(manager, {})).toBe('ok')
    expect(await code(personOf(scene.viewer), {})).toBe('forbidden')
    expect(await code(personOf(scene.annotators[0] ?? scene.viewer), {})).toBe('forbidden')
    expect(await code(manager, {}, { measure: 'nothing' })).toBe('not_found')
    expect(await code(manager, { by: 'domain', slice: 'nowhere' })).toBe('not_found')
    expect(await code(manager, { first: 'a1', second: 'a9' })).toBe('not_found')
    expect(await code(manager, { first: 'a1' })).toBe('invalid_request')
    expect(await code(manager, { by: 'domain', slice: 'wk', first: 'a1', second: 'a2' })).toBe('invalid_request')
  })

  it('have what models make of the ratings computed for as long as somebody waits, and not for a table', async () => {
    const scene = await simulateFelm({ items: 12, errors: [0.1, 0.2, 0.3], raters: 3, seed: 6 })
    const [actor, projectId] = [personOf(scene.manager), scene.project.id]
    const asked = { projectId, stage: 'segments', measure: 'label' }
    const kept = async () => {
      const rows = await prisma().keptFigures.findMany({ where: { projectId }, select: { key: true, version: true } })
      return rows.filter(({ key }) => /^(posteriors|ceiling) /.test(key))
    }
    const json = receiptQuerySchema.parse({})
    await receipt(actor, asked, { form: 'csv' })
    await receipt(actor, asked, { first: 'a1', second: 'a2' })
    await expect(getReceipt(actor, asked, json, AbortSignal.abort(new Error('left')))).rejects.toThrow('left')
    const impatient = AbortSignal.abort(new DOMException('The time is over.', 'TimeoutError'))
    const without = JSON.parse(await (await getReceipt(actor, asked, json, unhurried, impatient)).text())
    const nothing = { words: expect.stringContaining('not computed in the time'), iterations: null, units: [] }
    expect(without).toMatchObject({ dawidSkene: nothing, mace: { ...nothing, competence: [] }, ceiling: null })
    expect(await kept()).toEqual([])
    const whole = JSON.parse(await receipt(actor, asked, {}))
    expect(whole.mace.competence).toHaveLength(3)
    expect((await kept()).map(({ version }) => version)).toEqual([whole.version, whole.version])
  })
})

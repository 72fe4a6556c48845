import { expect, it } from 'vitest'
import { prisma } from '@/lib/platform/server/db'
import { getAgreement } from '@/lib/quality/agreement/queries'
import { actorOf } from '@/tests/actors'
import { simulateFelm } from '@/tests/agreement-scene'
import { getMethods } from './queries'

it('has the numbers of the overview, says what was left out, and is LaTeX as well', async () => {
  const scene = await simulateFelm({ items: 14, errors: [0.1, 0.3], seed: 9 })
  const projectId = scene.project.id
  await prisma().project.update({ where: { id: projectId }, data: { name: 'Facts & figures_100%' } })
  await prisma().item.updateMany({
    where: { projectId, position: 14 },
    data: { discardedAt: new Date(), discardReason: 'riddle' },
  })
  await prisma().task.updateMany({ where: { projectId, position: 14 }, data: { state: 'discarded' } })
  const actor = actorOf({ id: scene.viewer.id, name: 'Somebody', isAdmin: false })
  const { stages, version } = await getAgreement(actor, projectId, { intervals: 'always' })
  const { text, latex, bibtex } = await getMethods(actor, projectId)
  const all = stages[0]?.measures.find(({ key }) => key === 'label')?.all
  const { value, interval } = all?.alpha ?? {}
  expect(interval).not.toBeNull()
  const shown = (number = Number.NaN) => number.toFixed(2).replace('-', '−')
  const alpha = `Krippendorff’s alpha: ${shown(value ?? undefined)} (95% interval ${shown(interval?.low)} to ${shown(interval?.high)}`
  expect(text).toContain(alpha)
  expect(latex).toContain(alpha.replace('’', "'").replace('%', '\\%').replaceAll('−', '$$-$$'))
  expect(text).toContain(
    `${all?.unitsWithTwo} units of two ratings or more (100% of ${all?.units}), in ${all?.responsesWithTwo} responses, which are resampled`,
  )
  expect(text).toContain(`${alpha}, of only ${interval?.drawn} resampled responses`)
  expect(text).toMatch(/The project “Facts & figures_100%” .* 2 annotators worked independently/)
  expect(latex).toContain("``Facts \\& figures\\_100\\%''")
  expect(text).toContain('1 response was discarded (')
  expect(text).toContain('2,000 resamples of whole responses')
  expect(text).toContain('No machine suggestions were offered')
  expect(text).toContain(`version ${version} of the data`)
  for (const key of latex.match(/(?<=\\citep\{)[^}]+/g)?.flatMap((keys) => keys.split(',')) ?? [])
    expect(bibtex).toContain(`{${key},`)
})

import 'server-only'
import canonicalize from 'canonicalize'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { protocolById } from '@/lib/protocols'
import { authorizeProject, loadProject, refuseArchived } from '@/lib/workspace/projects/queries'
import { changedFields } from '@/lib/workspace/projects/rules'
import type { CalibrationSettings } from './contract'
import { questionKey, questionsOf } from './rules'
import { openShadow, settingsOf } from './shadow'

/** Sets the gate and how much is served again. Both apply from the next task that anybody takes. */
export async function updateCalibration(
  actor: Actor,
  projectId: string,
  body: Partial<CalibrationSettings>,
): Promise<CalibrationSettings> {
  return transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId, { lock: 'change' })
    authorizeProject('project.manage', project, 'Calibration is for managers of the project.')
    refuseArchived(project)
    const current = settingsOf(await openShadow(tx, projectId))
    const { gateBars: changed, ...numbers } = body
    refuseUnknown(project.protocolId, changed)
    const { gateBars: before, ...currentNumbers } = current
    const gateBars = { ...before, ...changed }
    const isBarChanged = canonicalize(gateBars) !== canonicalize(before)
    const changes = {
      ...changedFields(currentNumbers, numbers),
      ...(isBarChanged ? { gateBars: { from: JSON.stringify(before), to: JSON.stringify(gateBars) } } : {}),
    }
    // Whoever saves has seen the bars.
    await tx.calibration.update({ where: { projectId }, data: { ...numbers, gateBars, barsCarriedOver: false } })
    if (Object.keys(changes).length === 0) return current
    await record(tx, 'calibration.updated', { actorId: actor.userId, projectId }, changes)
    return { ...current, ...numbers, gateBars }
  })
}

/** @throws `rule` for bars of a question that the protocol does not have. */
function refuseUnknown(protocolId: string, bars: CalibrationSettings['gateBars'] | undefined): void {
  const questionKeys = questionsOf(protocolById(protocolId), { gatePercent: 0, gateBars: {} }).map(questionKey)
  for (const key of Object.keys(bars ?? {}))
    if (!questionKeys.includes(key))
      throw new AppError('rule', `There is no question “${key}”. The questions are ${questionKeys.join(', ')}.`)
}

/** The shadow of a project: where copies of its tasks live, so that nothing else in the product counts them. */
import 'server-only'
import type { Tx } from '@/lib/platform/server/db'
import { type CalibrationSettings, calibrationSettingsSchema } from './contract'
import { DEFAULTS } from './rules'

export interface Shadow extends CalibrationSettings {
  projectId: string
  shadowId: string
  barsCarriedOver: boolean
}

const SETTINGS = {
  gateTasks: true,
  gatePercent: true,
  gateBars: true,
  barsCarriedOver: true,
  repeatPercent: true,
  repeatAfterDays: true,
} as const

/** null where nothing has been set up yet. */
export async function findShadow(tx: Tx, projectId: string): Promise<Shadow | null> {
  const select = { projectId: true, shadowId: true, ...SETTINGS }
  const row = await tx.calibration.findUnique({ where: { projectId }, select })
  return row && { ...row, gateBars: calibrationSettingsSchema.shape.gateBars.parse(row.gateBars) }
}

export const settingsOf = (shadow: Shadow | null): CalibrationSettings => {
  const { gateTasks, gatePercent, gateBars, repeatPercent, repeatAfterDays } = shadow ?? DEFAULTS
  return { gateTasks, gatePercent, gateBars, repeatPercent, repeatAfterDays }
}

/** Finds the shadow or makes it; the caller holds the project's row. It has the project's stages and no members. */
export async function openShadow(tx: Tx, projectId: string): Promise<Shadow> {
  const existingShadow = await findShadow(tx, projectId)
  if (existingShadow) return existingShadow
  const { stages, ...project } = await tx.project.findUniqueOrThrow({
    where: { id: projectId },
    select: { name: true, protocolId: true, protocolVersion: true, createdById: true, stages: true },
  })
  const { id: shadowId } = await tx.project.create({
    data: {
      ...project,
      stages: { create: stages.map(({ id: _, projectId: __, ...stage }) => stage) },
    },
    select: { id: true },
  })
  await tx.calibration.create({ data: { projectId, shadowId, ...DEFAULTS } })
  return { projectId, shadowId, barsCarriedOver: false, ...DEFAULTS }
}

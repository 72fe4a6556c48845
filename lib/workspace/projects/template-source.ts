/** What later rooms keep as settings of a project, for copying it as a template: filled when a process starts (compose.ts). */
import 'server-only'
import type { Tx } from '@/lib/platform/server/db'
import { provided } from '@/lib/platform/server/provided'

export interface TemplateSource {
  /** Copies their settings from one project to another of the same protocol, which has none yet. */
  copySettings(tx: Tx, projects: { from: string; to: string }): Promise<void>
}

export const templateSource = provided<TemplateSource>('template')

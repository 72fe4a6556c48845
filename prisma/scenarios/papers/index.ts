/** One small project for each of the papers' other tasks. */
import { referenceAudit, responseAudit } from './audits'
import { claims } from './claims'
import { contradictionProject, generationProject } from './factor'
import { listPreference, revisionPreference } from './preferences'
import type { PaperProject } from './project'

export const papers: readonly PaperProject[] = [
  claims,
  listPreference,
  revisionPreference,
  contradictionProject,
  generationProject,
]

/** The same for audits, whose items the demo draws from the gold of its main project. */
export const audits: readonly PaperProject[] = [responseAudit, referenceAudit]

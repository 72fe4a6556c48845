import type { AuditKind } from '@/lib/workspace/audit-log/contract'

/** The kinds of events, as a reader chooses them. */
export const KIND_TEXT: Readonly<Record<AuditKind, string>> = {
  'sign-in': 'Sign-ins',
  accounts: 'Accounts',
  links: 'Links and tokens',
  project: 'Project and guidelines',
  members: 'Members',
  imports: 'Imports',
  calibration: 'Calibration',
  tasks: 'Items and tasks',
  work: 'Work on tasks',
  answers: 'Single answers',
  consolidation: 'Settling and gold',
  machines: 'Pre-fill',
  evidence: 'Searches and documents',
  results: 'Downloads and releases',
}

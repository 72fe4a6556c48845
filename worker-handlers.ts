import { applyImportHandler } from '@/lib/imports/apply-import'
import { checkImportHandler } from '@/lib/imports/check-import'
import type { JobHandler } from '@/lib/jobs/task-registry'

/** Every job the worker can do, inside the web process and in `npm run worker` alike. */
export const handlers: JobHandler[] = [checkImportHandler, applyImportHandler]

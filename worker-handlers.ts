import type { JobHandler } from '@/lib/jobs/task-registry'

/** Every job the worker can do, inside the web process and in `npm run worker` alike. */
export const handlers: JobHandler[] = []

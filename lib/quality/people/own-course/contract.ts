/** How a person's own work went on: what of their answers stands in gold, and how fast they were, week by week. */
import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'

/** Of the answers of so many submissions that are settled, so many stand. */
const upheldSchema = z.object({
  stood: z.int(),
  answers: z.int(),
  submissions: z.int(),
  /** null: of too few answers. */
  share: z.number().nullable(),
  /** null: of too few submissions. */
  interval: z.object({ low: z.number(), high: z.number() }).nullable(),
})
export type Upheld = z.infer<typeof upheldSchema>

const weekSchema = z.object({
  /** The Monday (UTC) of the week in which the person submitted. */
  week: z.iso.date(),
  submitted: z.int(),
  /** Active minutes a task: quartiles; null of fewer than ten tasks that were timed. */
  minutes: z.object({ low: z.number(), median: z.number(), high: z.number() }).nullable(),
  upheld: upheldSchema,
})
export type CourseWeek = z.infer<typeof weekSchema>

const stageCourseSchema = z.object({
  stage: z.string(),
  title: z.string(),
  upheld: upheldSchema,
  /** Weeks in which something was submitted, oldest first. */
  weeks: z.array(weekSchema),
})
export type StageCourse = z.infer<typeof stageCourseSchema>

export const courseSchema = z.object({
  /** Settled submissions that have not been compared with gold yet; asking again goes on. */
  awaited: z.int(),
  stages: z.array(stageCourseSchema),
})
export type Course = z.infer<typeof courseSchema>

export const getOwnCourseEndpoint = endpoint({
  tag: 'people',
  auth: 'actor',
  method: 'GET',
  path: '/api/projects/{projectId}/people/me/course',
  summary: 'How often your own answers stand in gold, and how fast you were, week by week; for members who annotate',
  params: z.object({ projectId: z.uuid() }),
  response: courseSchema,
})

/** What other rooms and screens ask about suggestions, wherever they run. */
export * from './lineage'
export { governedQuestions, governing, listsOf, type QuestionName } from './lists'

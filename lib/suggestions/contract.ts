/** What annotators are shown of the machine's suggestions, and what became of them. */
export {}

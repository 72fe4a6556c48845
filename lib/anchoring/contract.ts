/** What suggestions do to the labels: figures by arm. */
export {}

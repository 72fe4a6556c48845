// Stands in for the `server-only` package under the test runner.
export {}

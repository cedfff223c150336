/** How often a test with deadlines is repeated: a shared CI machine may miss one. The report says which tests were. */
export const RETRIES = process.env.CI ? 1 : 0;

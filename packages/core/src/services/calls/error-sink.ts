/** Gets errors that no caller can receive. */
export type ErrorSink = (error: unknown) => void;

/** Returns a sink that never throws: what `onError` itself throws is printed. */
export function errorSink(onError: ErrorSink): ErrorSink {
  return (error) => {
    try {
      onError(error);
    } catch (failure) {
      console.error(failure);
    }
  };
}

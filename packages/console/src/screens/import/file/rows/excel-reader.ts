// Loaded as one, so that of these libraries only this is loaded.
export { unzipSync, zipSync } from 'fflate';
export { default as readSheets } from 'read-excel-file/universal';

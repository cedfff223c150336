import { rule } from './requirement.ts';

export const bodyRules = {
  'http.required-body': rule('interface Endpoints', 'A missing required body is 400 with a problem body.'),
  'openapi.required-bodies': rule(
    'interface Endpoints',
    'The OpenAPI document marks exactly those bodies as required that the interface document calls required.',
  ),
};

/**
 * The bodies of operations by the tables of interface.md. Operations that are missing here take no body. The body of
 * UpdateTimerTargetDate is "not shown" there; it has a required member.
 */
export const bodyOfOperation: Readonly<Record<string, 'required' | 'optional'>> = {
  RenameImage: 'required',
  LookupImageByUrl: 'required',
  UpdateMap: 'required',
  AddLocation: 'required',
  UpdateLocation: 'required',
  CreateStore: 'optional',
  UpdateStore: 'optional',
  AddStoreProperty: 'optional',
  UpdateStoreProperty: 'optional',
  AddStoreRecord: 'optional',
  PatchStoreRecord: 'optional',
  BatchUpsertStoreRecords: 'optional',
  DeleteStoreRecordByKey: 'optional',
  LookupStoreRecord: 'optional',
  ValidateStoreRecord: 'optional',
  SearchStoreRecords: 'optional',
  CountStoreRecords: 'optional',
  AggregateStoreRecords: 'optional',
  BatchDeleteStoreRecords: 'optional',
  UploadFont: 'required',
  AddFontFromUrl: 'required',
  CreateTimerFrame: 'required',
  UpdateTimerFrame: 'required',
  SaveTimerFrame: 'required',
  UpdateTimerTargetDate: 'required',
};

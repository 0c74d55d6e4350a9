# The indexes that Optimist needs in a Firestore database, the same as in firestore.indexes.json.
#
# Paste all of this into Google Cloud Shell (https://console.cloud.google.com/?cloudshell=true) and press Enter. An index
# that is there already is reported as an error and stays as it is. Firestore builds new ones within some minutes.
(
  project="${GOOGLE_CLOUD_PROJECT:?No project is chosen. Run “gcloud config set project” with its ID, then paste again}"
  # If Optimist uses another database of the project, write its ID here.
  database='(default)'

  gcloud firestore indexes composite create --quiet --async --project="$project" --database="$database" \
    --collection-group=lists --query-scope=collection \
    --field-config=field-path=id,order=ascending \
    --field-config=field-path=updatedAt,order=ascending

  gcloud firestore indexes composite create --quiet --async --project="$project" --database="$database" \
    --collection-group=todos --query-scope=collection \
    --field-config=field-path=listID,order=ascending \
    --field-config=field-path=updatedAt,order=ascending

  gcloud firestore indexes composite create --quiet --async --project="$project" --database="$database" \
    --collection-group=todos --query-scope=collection \
    --field-config=field-path=deleted,order=ascending \
    --field-config=field-path=done,order=ascending \
    --field-config=field-path=listID,order=ascending

  gcloud firestore indexes composite create --quiet --async --project="$project" --database="$database" \
    --collection-group=members --query-scope=collection \
    --field-config=field-path=listID,order=ascending \
    --field-config=field-path=updatedAt,order=ascending

  gcloud firestore indexes composite create --quiet --async --project="$project" --database="$database" \
    --collection-group=members --query-scope=collection-group \
    --field-config=field-path=user,order=ascending \
    --field-config=field-path=updatedAt,order=ascending

  # “gcloud firestore indexes fields update” has no query scope, so the API is asked.
  # https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.collectionGroups.fields/patch
  curl --silent --show-error --request PATCH \
    --header "Authorization: Bearer $(gcloud auth print-access-token)" \
    --header "X-Goog-User-Project: $project" \
    --header 'Content-Type: application/json' \
    --data '{"indexConfig": {"indexes": [
      {"queryScope": "COLLECTION", "fields": [{"fieldPath": "user", "order": "ASCENDING"}]},
      {"queryScope": "COLLECTION_GROUP", "fields": [{"fieldPath": "user", "order": "ASCENDING"}]}
    ]}}' \
    "https://firestore.googleapis.com/v1/projects/$project/databases/$database/collectionGroups/members/fields/user?updateMask=indexConfig"
)

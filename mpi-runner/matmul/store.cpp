#include "matmul/store.hpp"

#include <cstdio>
#include <type_traits>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/output_file.hpp"
#include "comm/collectives.hpp"
#include "comm/together.hpp"
#include "data/npy.hpp"

namespace uneven::matmul {
namespace {

/// @param beside  what is there of it, which goes if there is an error.
void check_io(int code, const std::string& file, const std::string& beside) {
  if (code == MPI_SUCCESS) return;
  std::remove(beside.c_str());
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(code, text, &length);
  throw IoError(file + ": cannot write: " + std::string(text, static_cast<std::size_t>(length)));
}

/// An MPI file, open on all processes.
class SharedFile {
 public:
  SharedFile(const std::string& name, const comm::Communicator& comm) {
    code_ = MPI_File_open(comm.handle(), name.c_str(), MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &handle_);
  }
  SharedFile(const SharedFile&) = delete;
  SharedFile& operator=(const SharedFile&) = delete;
  ~SharedFile() {
    if (handle_ != MPI_FILE_NULL) MPI_File_close(&handle_);
  }
  MPI_File handle() const { return handle_; }
  int opened() const { return code_; }
  int close() { return MPI_File_close(&handle_); }

 private:
  MPI_File handle_ = MPI_FILE_NULL;
  int code_ = MPI_SUCCESS;
};

/// Where the part lies among the elements of the file. A part without elements has an empty type.
template <class Real>
MPI_Datatype place(std::int64_t n, const Matrix<Real>& part) {
  MPI_Datatype type = MPI_DATATYPE_NULL;
  if (part.values.empty()) {
    comm::check(MPI_Type_contiguous(0, comm::type_of<Real>(), &type));
  } else {
    const int sizes[] = {static_cast<int>(n), static_cast<int>(n)};
    const int counts[] = {static_cast<int>(part.rows.count), static_cast<int>(part.columns.count)};
    const int firsts[] = {static_cast<int>(part.rows.first), static_cast<int>(part.columns.first)};
    comm::check(MPI_Type_create_subarray(2, sizes, counts, firsts, MPI_ORDER_C, comm::type_of<Real>(), &type));
  }
  comm::check(MPI_Type_commit(&type));
  return type;
}

/// A row of the part, so that the count of what is written stays an int.
template <class Real>
MPI_Datatype row_of(const Matrix<Real>& part) {
  MPI_Datatype type = MPI_DATATYPE_NULL;
  comm::check(MPI_Type_contiguous(static_cast<int>(part.columns.count), comm::type_of<Real>(), &type));
  comm::check(MPI_Type_commit(&type));
  return type;
}

}  // namespace

void require_place(const std::string& file) {
  if (is_special(file))
    throw UsageError(file + ": is no regular file; expected one, since parts of C go to places in it");
  require_writable(file);
}

template <class Real>
void store(const std::string& file, std::int64_t n, const Matrix<Real>& part, const comm::Communicator& comm) {
  const std::string whole = behind_links(file), beside = whole + ".part";
  const std::string header =
      data::npy_header(std::is_same_v<Real, double> ? data::NpyType::f8 : data::NpyType::f4, {n, n});
  SharedFile shared(beside, comm);
  const auto check = [&](int code) { comm::together(comm, [&] { check_io(code, file, beside); }); };
  check(shared.opened());
  MPI_Datatype where = place(n, part), row = row_of(part);
  int code = MPI_File_set_size(shared.handle(),
                               static_cast<MPI_Offset>(header.size()) + n * n * static_cast<MPI_Offset>(sizeof(Real)));
  if (code == MPI_SUCCESS && comm.rank() == 0)
    code = MPI_File_write_at(shared.handle(), 0, header.data(), static_cast<int>(header.size()), MPI_CHAR,
                             MPI_STATUS_IGNORE);
  check(code);
  code = MPI_File_set_view(shared.handle(), static_cast<MPI_Offset>(header.size()), comm::type_of<Real>(), where,
                           "native", MPI_INFO_NULL);
  check(code);
  code = MPI_File_write_all(shared.handle(), part.values.data(), static_cast<int>(part.rows.count), row,
                            MPI_STATUS_IGNORE);
  check(code);
  MPI_Type_free(&where);
  MPI_Type_free(&row);
  check(shared.close());
  comm::together(comm, [&] {
    if (comm.rank() == 0 && std::rename(beside.c_str(), whole.c_str()) != 0)
      throw IoError(file + ": cannot be renamed from " + beside);
  });
}

template void store(const std::string&, std::int64_t, const Matrix<float>&, const comm::Communicator&);
template void store(const std::string&, std::int64_t, const Matrix<double>&, const comm::Communicator&);

}  // namespace uneven::matmul
